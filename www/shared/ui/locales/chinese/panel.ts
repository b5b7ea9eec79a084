/** The list beside the text, in Chinese. */

import type { Messages } from "../messages";
import { megabytes, number, percent } from "./general";

export const exportWords: Messages["export"] = {
  title: "导出",
  format: {
    html: { name: "报告（HTML）", hint: "供阅读、打印或分享" },
    markdown: { name: "报告（Markdown）", hint: "供笔记和评审使用" },
    csv: { name: "表格（CSV）", hint: "每条结果一行，供电子表格使用" },
    json: { name: "全部（JSON）", hint: "供程序和 `citelight explain` 使用" },
    annotations: { name: "注释（JSON-LD）", hint: "每条结果一条 W3C Web Annotation" },
    bibtex: { name: "参考文献（BibTeX）", hint: "已找到的题录" },
    "csl-json": { name: "参考文献（CSL-JSON）", hint: "已找到的题录，供 Zotero 等软件使用" },
  },
  nothing: "还没有可导出的内容。请先核查引文。",
  saved: (name) => `已保存为 ${name}。`,
  failed: (reason) => `文件未能保存：${reason}`,
};

export const panelWords: Messages["panel"] = {
  label: "引文核查",
  check: "核查引文",
  again: "重新核查",
  stop: "停止",
  idle: "在本浏览器中，把每处引文与其来源比较。",
  loading: (received, total) =>
    total > 0
      ? `正在加载模型：${number(received)} / ${megabytes(total)}`
      : `正在加载模型：${megabytes(received)}`,
  reading: "正在读取页面",
  line: (checked, all, review, open) =>
    [
      `已核查 ${number(checked)} / ${number(all)} 条引文`,
      review > 0 ? `${number(review)} 条需核对` : "",
      open > 0 ? `${number(open)} 条待核查` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  finished: ({ integrity, coverage, pairs, supported, miscited }) =>
    integrity === null
      ? `引文与来源共 ${number(pairs)} 对，已读 ${percent(coverage)}。`
      : `吻合率 ${percent(integrity)}：已判定的 ${number(supported + miscited)} 对中，${number(supported)} 对有来源支持。共 ${number(pairs)} 对，已读 ${percent(coverage)}。`,
  stopped: "已提前停止。已有结果会保留。",
  failed: "核查提前结束。",
  retry: "重试",
  noCitations: "此处未找到引文。请打开文章全文，或选择其他文件。",
  fullText: {
    references: (n: number) => `本页列出 ${number(n)} 条参考文献，但没有引用它们的正文。`,
    elsewhere: "本页没有全文。",
    listing: "本页列出多篇文章。请打开其中一篇以核查引文。",
    check: { html: "核查 HTML 版", pdf: "核查 PDF" },
    open: { html: "打开 HTML 版", pdf: "打开 PDF" },
  },
  nothingInFilter: "没有符合条件的结果。",
  search: "搜索核查结果",
  chart: "按判定分布",
  categories: "问题类别",
  noneToReview: "目前没有需核对的引文。",
  offline: "您处于离线状态，只使用本设备上的数据。",
  timeLeft: (seconds) =>
    seconds < 60 ? "剩余不到一分钟" : `剩余约 ${number(Math.round(seconds / 60))} 分钟`,
  findings: "核查结果",
  notices: "提示",
  filter: "显示",
  all: "全部",
  showSupported: "在正文中标出有来源支持的引文",
  dismissed: "已忽略",
  notFound: "页面中未找到",
  lookUp: "联网查找参考文献",
  lookUpHint:
    "把参考文献的题名、作者和标识符发送给 Crossref、Semantic Scholar、OpenAlex 等数据库。不发送文章正文。",
  committees: "来源无法读取时，改用引用它的论文",
  committeesHint:
    "查找并读取引用该来源的论文：每个来源约需 12 次请求。以此为依据的结果会注明。如果设置了 AI 模型，陈述和这些论文中的句子会发送给它。",
  keys: "Alt+J 下一处 · Alt+K 上一处 · Esc 关闭",
};
