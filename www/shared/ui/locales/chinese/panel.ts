/** The list beside the text, in Chinese. */

import type { Messages } from "../messages";
import { megabytes, number } from "./general";

export const exportWords: Messages["export"] = {
  title: "导出",
  format: {
    html: { name: "报告（HTML）", hint: "供阅读、打印或分享" },
    markdown: { name: "报告（Markdown）", hint: "供笔记和评审使用" },
    csv: { name: "表格（CSV）", hint: "每条结果一行，供电子表格使用" },
    json: { name: "全部（JSON）", hint: "供程序和 citelight explain 使用" },
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
  readingImages: (pages) => `正在根据图像识读页面：目前 ${number(pages)} 页`,
  mapped: (citations, references) => `找到 ${number(citations)} 处引文、${number(references)} 条参考文献。`,
  nothingLookedUp: "尚未联网查找。",
  counted: ({ attention, supported, may_differ, may_not_fit, undecidable, unchecked, dismissed }) =>
    [
      supported > 0 ? `${number(supported)} 处有来源支持` : "",
      attention > 0 ? `${number(attention)} 处需要注意` : "",
      may_differ > 0 ? `${number(may_differ)} 处可能有出入` : "",
      may_not_fit > 0 ? `${number(may_not_fit)} 处可能不相符` : "",
      undecidable > 0 ? `${number(undecidable)} 处无定论` : "",
      unchecked > 0 ? `${number(unchecked)} 处待核查` : "",
      dismissed > 0 ? `${number(dismissed)} 处已忽略` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  found: (found, all) => `已找到 ${number(found)} / ${number(all)} 条参考文献`,
  readingSources: (place, all) => `正在读取第 ${number(place)} / ${number(all)} 个来源`,
  judged: (judged, all) => `已核查 ${number(judged)} / ${number(all)} 处引文`,
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
  gone: "已不在本页",
  moreSources: (n) => `另有 ${number(n)} 个来源`,
  lookUpNow: (references) => `查找 ${number(references)} 条参考文献`,
  lookUpSends:
    "把参考文献的题名、作者、年份和标识符发送给 Crossref、OpenAlex、Semantic Scholar 等学术数据库，不发送文章正文。",
  lookUpRefused: "浏览器未允许，没有查找任何内容。",
  lookUpOn: "参考文献会联网查找。",
  lookUpEnd: "关闭",
  lookUpNever: "本网站不允许联网查找参考文献。",
  lookUp: "联网查找参考文献",
  lookUpHint:
    "把参考文献的题名、作者和标识符发送给 Crossref、Semantic Scholar、OpenAlex 等数据库。不发送文章正文。",
  committees: "来源无法读取时，改用引用它的论文",
  committeesHint:
    "查找并读取引用该来源的论文：每个来源约需 12 次请求。以此为依据的结果会注明。如果设置了 AI 模型，陈述和这些论文中的句子会发送给它。",
  passages: "来源无法读取时，在 Semantic Scholar 中检索其段落",
  passagesHint:
    "把引用句发送给 Semantic Scholar，它收录了数百万篇开放论文的段落。以此为依据的结果会注明。绝不用于 OpenReview 上的投稿或本机文件。",
  keys: "Alt+J 下一处 · Alt+K 上一处 · 1 支持 · 2 不支持 · 3 跳过 · 0 撤销 · Esc 关闭",
};

export const answerWords: Messages["answers"] = {
  label: "模型与施引文献的回答",
  of: (model) => `${model} 的回答`,
  ofCommittee: "引用该文献的论文的回答",
  committee: "施引文献",
  said: ({ supported, otherwise, open }) =>
    [
      supported > 0 ? `${number(supported)} 条支持` : "",
      otherwise > 0 ? `${number(otherwise)} 条相反` : "",
      open > 0 ? `${number(open)} 条未定` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
};
