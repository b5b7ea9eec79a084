/** The list beside the text, in Chinese. */

import type { Messages } from "../messages";
import { megabytes, number, percent } from "./general";

export const exportWords: Messages["export"] = {
  title: "导出",
  format: {
    html: { name: "报告（HTML）", hint: "单页，供阅读、打印或转发；英文" },
    markdown: { name: "报告（Markdown）", hint: "供笔记和评审；英文" },
    csv: { name: "表格（CSV）", hint: "每条结果一行，供电子表格使用" },
    json: { name: "全部（JSON）", hint: "供 `citelight explain` 读取" },
    annotations: { name: "注释（JSON-LD）", hint: "W3C Web Annotation，每条结果一则" },
    bibtex: { name: "参考文献（BibTeX）", hint: "已找到的题录" },
    "csl-json": { name: "参考文献（CSL-JSON）", hint: "同上，供 Zotero 等软件使用" },
  },
  nothing: "尚无可导出的内容。请先核查引文。",
  saved: (name) => `已保存为 ${name}。`,
  failed: (reason) => `文件未能写出：${reason}`,
};

export const panelWords: Messages["panel"] = {
  label: "引文核查",
  check: "核查引文",
  again: "重新核查",
  stop: "停止",
  idle: "逐条把引文与其来源的说法相比较。阅读在本浏览器中进行。",
  loading: (received, total) =>
    total > 0
      ? `正在加载模型：${number(received)} / ${megabytes(total)}`
      : `正在加载模型：${megabytes(received)}`,
  reading: "正在阅读页面",
  line: (checked, all, review, open) =>
    [
      `已核查 ${number(checked)} / ${number(all)} 条引文`,
      review > 0 ? `${number(review)} 条需核对` : "",
      open > 0 ? `${number(open)} 条无法核查` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  finished: ({ integrity, coverage, pairs, supported, miscited }) =>
    integrity === null
      ? `引文与来源共 ${number(pairs)} 对，已读 ${percent(coverage)}。`
      : `吻合率 ${percent(integrity)}：已判定的 ${number(supported + miscited)} 对中，${number(supported)} 对有来源支持。共 ${number(pairs)} 对，已读 ${percent(coverage)}。`,
  stopped: "中途停止。已核查的结果保留。",
  failed: "核查提前结束。",
  retry: "重试",
  noCitations: "此处未找到引文。请打开文章全文，或选择其他文件。",
  nothingInFilter: "在此筛选条件下没有内容。",
  search: "搜索核查结果",
  chart: "核查所得",
  categories: "需核对者的类别",
  noneToReview: "目前没有需核对的引文。",
  offline: "离线：只使用本设备上已有的内容。",
  timeLeft: (seconds) =>
    seconds < 60 ? "剩余不到一分钟" : `剩余约 ${number(Math.round(seconds / 60))} 分钟`,
  findings: "核查结果",
  notices: "提示",
  filter: "显示",
  all: "全部",
  showSupported: "在正文中标出有来源支持的引文",
  dismissed: "已忽略",
  notFound: "页面中找不到此处",
  lookUp: "联网查找参考文献",
  lookUpHint:
    "把参考文献表的条目（题名、作者、标识符）发送给 Crossref、Semantic Scholar、OpenAlex 等索引。文章正文不会发送。",
  committees: "无法阅读某文献时，询问施引文献",
  committeesHint:
    "查找并阅读引用该文献的论文：每篇这样的文献约需十余次请求。据此作出的判定会注明依据。若设有端点，陈述和它们的句子会发送到那里。",
  keys: "Alt+J 下一处 · Alt+K 上一处 · Esc 关闭",
};
