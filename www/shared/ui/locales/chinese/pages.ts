/** The pages that bring the check along, in Chinese. */

import type { Messages } from "../messages";
import { list, megabytes, number } from "./general";

export const demoWords: Messages["demo"] = {
  title: "Citelight：边读边核查引文",
  skip: "跳到文章",
  skipToCheck: "跳到引文核查",
  results: "全部结果",
  kinds: { sample: "示例", article: "文章" },
  noArticle: (title) => `“${title}”未能加载。请确认网站仍在运行，然后重新选择。`,
  noIndex: "文章列表未能加载。请重新加载页面，或放入一个文件。",
  figure: (description) => (description === "" ? "图片已略去" : `图片已略去：${description}`),
  leaves: {
    nothing: {
      off: "一切都留在本浏览器中。",
      "on-request": "只有您询问的陈述会离开本浏览器。",
      always: "无定论的陈述会离开本浏览器。",
    },
    references: {
      off: "只有参考文献表会离开本浏览器。",
      "on-request": "参考文献表和您询问的陈述会离开本浏览器。",
      always: "参考文献表和无定论的陈述会离开本浏览器。",
    },
  },
};

/** How the demo takes articles. */
export const intakeWords: Messages["intake"] = {
  headline: "核查文章引用的来源是否真的支持文中的说法。",
  choose: "示例",
  file: "打开文件",
  identifier: "arXiv 编号或 DOI",
  go: "打开",
  formats:
    "打开、拖入或粘贴文章：HTML、PDF、Word、LaTeX（.tex、.zip、.tar.gz）、JATS 或 TEI XML、Markdown、BibTeX。",
  drop: "松开即可核查这篇文章",
  loading: (name) => `正在打开 ${name}`,
  pasted: "粘贴的文本",
  own: (name) => `您的文件：${name}`,
  asText: (name) => `您的文件：${name}。以纯文本显示，不含图片和版式。`,
  fetched: (host) => `来自 ${host}。`,
  nothing: "没有可打开的文件。请选择或拖入一个文件。",
  empty: (name) => `${name} 是空文件。请重新保存，或选择其他文件。`,
  tooLarge: (name, most) => `${name} 超过 ${megabytes(most)}。请只选择文章本身，不含图片和数据。`,
  tooMany: (most) => `文件超过 ${number(most)} 个。请把文章打包成 .zip 再打开。`,
  unreadable: (name) => `无法读取 ${name}。请重新选择。`,
  noIdentifier: (text) =>
    `“${text}”既不是 arXiv 编号也不是 DOI。请输入例如 2405.12311 或 10.1371/journal.pone.0234687。`,
  offline: "当前离线。请选择示例或打开文件。",
  closed: {
    arxiv: (id) =>
      `本页无法从 arXiv 读取 ${id}。请在 arXiv 保存其 HTML 或 PDF 后拖到此处，或用 Citelight 扩展在 arXiv 上核查。`,
    doi: (id) =>
      `Europe PMC 没有 ${id} 的开放全文，出版商也不允许本页读取。请保存文章的 HTML 或 PDF 后拖到此处，或用 Citelight 扩展在出版商网页上核查。`,
  },
  unanswered: (host) => `${host} 没有响应。请稍后再试，或把文章拖到此处。`,
  openAt: (host) => `在 ${host} 打开`,
};

export const beforehandWords: Messages["beforehand"] = {
  check: "显示引文核查",
  idle: "本页的发布者已核查这些引文。",
  loading: "正在加载核查结果",
  failed: "无法显示核查结果。",
  checkHere: "自行核查",
  publishedBy: (host) => `${host} 发布的核查结果`,
  publishedHere: (models) =>
    `结果来自本网站${models.length > 0 ? `（使用 ${list(models)} 生成）` : ""}，未经签名。本浏览器未作任何核查。此后新增的段落未经核查。`,
  publishedElsewhere: (host, models) =>
    `本页链接到这些结果。它们来自 ${host}，而非本网站${models.length > 0 ? `（使用 ${list(models)} 生成）` : ""}，未经签名。本浏览器未作任何核查。此后新增的段落未经核查。`,
  publishedAtChosen: (host, models) =>
    `结果来自您在选项中指定的 ${host}，而非本网站${models.length > 0 ? `（使用 ${list(models)} 生成）` : ""}，未经签名。本浏览器未作任何核查。此后新增的段落未经核查。`,
  publishedUnusable: (host) => `${host} 发布的核查结果未显示`,
  unavailable: "本文的引文核查暂不可用。",
  made: "由发布者核查",
  madeBy: (models) =>
    `本页的发布者已核查引文${models.length > 0 ? `（使用 ${list(models)}）` : ""}。本浏览器不进行计算。之后添加的内容未经核查。`,
  changed: "文章在核查后有改动",
  citationsMissing: (missing, all) =>
    `${number(all)} 个含引文的句子中，有 ${number(missing)} 个已不在本页上。相关结果仍会列出，但不标记，也不计入。`,
  referencesMissing: (missing, all) =>
    `参考文献表的 ${number(all)} 个条目中，有 ${number(missing)} 个在核查后有改动。`,
  listElsewhere: "参考文献表未作标记",
  listElsewhereWhy: "它在另一个页面上，或在核查后有改动。",
  otherArticle: (name, citations) =>
    `${name} 属于另一篇文章：其中 ${number(citations)} 个含引文的句子都不在本页上。本页的发布者可以用 citelight check --format json 重新生成。`,
  unreachable: (name, reason) => `${name} 未能加载：${reason}。本页的发布者可以更正 src="…"。`,
  tooLarge: (name, most) => `${name} 大于 ${megabytes(most)}。`,
  noJson: (name) => `${name} 不是 JSON。请用 citelight check --format json 生成。`,
  otherSchema: (name, schema, wanted) =>
    `${name} ${schema === null ? "不是核查结果文件" : `的格式为“${schema}”`}。应为 citelight check --format json 生成的“${wanted}”格式。`,
  misfit: (name, fault) => `${name} 不是有效的核查结果文件：${fault}。本页的发布者可以重新生成。`,
};
