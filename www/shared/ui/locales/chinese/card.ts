/** The card, in Chinese. */

import type { Messages } from "../messages";
import { decimal, number, percent } from "./general";

export const cardWords: Messages["card"] = {
  label: (word) => `引文：${word}`,
  confidence: (value) => `置信度 ${decimal(value)}`,
  suggested: (category) => `${category}（建议）`,
  claim: "陈述",
  source: "来源",
  why: "理由",
  how: "判定过程",
  numbers: "分数",
  conditions: { met: "满足：", unmet: "不满足：" },
  dismiss: "忽略",
  dismissWhy: "为什么这不是问题？",
  dismissed: (reason) => `已忽略：${reason}`,
  undo: "撤销",
  copy: "复制",
  notSeen: "操作未执行：卡片被遮挡或刚刚移动过。请再次点击。",
  copied: "已复制",
  falseAlarm: "复制为误报",
  falseAlarmIs: "已标记为误报",
  copyFailed: "浏览器不允许复制。请选中文字手动复制。",
  next: "下一处",
  previous: "上一处",
  close: "关闭",
  findings: "此引文的参考文献",
  pending: "尚未核查",
  checkingAgain: "正在重新核查……",
  open: "打开来源（新标签页）",
  abstractOnly: "仅摘要",
  place: (section, paragraph) =>
    [section, paragraph > 0 ? `第 ${paragraph} 段` : ""].filter((part) => part !== "").join("，"),
  differs: (name, here, there) => `${name}：参考文献写作“${here}”，题录为“${there}”。`,
};

export const committeeWords: Messages["committee"] = {
  summary: (n) => `${number(n)} 篇施引文献的说法`,
  relation: {
    entails: "与句子说法一致",
    contradicts: "说法不同",
    neutral: "未提及",
  },
  weight: (share) => `权重 ${percent(share)}`,
  votes: (n, all) => `${number(all)} 票中的 ${number(n)} 票`,
  influence: (value) => `影响力 ${decimal(value)}`,
  by: (title) => `“${title}”，一篇施引文献`,
  quoted: "摘自数据库，未读原文",
  notHeard: (n, parts) => `另有 ${number(n)} 篇施引文献未采用：${parts.join("；")}。`,
  refused: {
    editorial: "编辑部文章",
    retracted: "已撤稿",
    "citing-paper": "本文自身",
    "cited-work": "被引文献本身",
    "no-text": "没有开放全文",
    "not-cited": "正文中未引用",
    "says-nothing": "未提及",
    "not-heard": "文献数量已足够",
  },
};

export const referenceWords: Messages["reference"] = {
  label: "参考文献",
  entry: "条目",
  record: "题录",
  none: "无。",
  nearest: "最接近的结果（另一篇文献）：",
  notice: "查看声明",
  bibtex: "题录的 BibTeX",
  copy: "复制 BibTeX",
  cited: (n) => (n === 1 ? "转到引用处" : `转到 ${number(n)} 处引用中的第一处`),
  list: "参考文献表",
  listHint: "这些条目需要注意。其余条目与题录一致，或尚待确定。",
  counts: (found, all, troubles) =>
    `找到 ${number(found)} / ${number(all)}${troubles > 0 ? ` · ${number(troubles)} 条需要注意` : ""}`,
  copyAll: (n) => `复制 ${number(n)} 条题录的 BibTeX`,
};
