/** The pages that bring the check along, in Chinese. */

import type { Messages } from "../messages";
import { list, megabytes, number } from "./general";

export const demoWords: Messages["demo"] = {
  title: "Citelight：在阅读之处核查引文",
  skip: "跳到文章",
  results: "全部评测结果",
  choose: "文章",
  kinds: { sample: "示例", article: "文章" },
  file: "核查您自己的 .html 文件",
  drop: "把 .html 文件放到这里进行核查",
  dropped: (name) => `您的文件：${name}`,
  notHtml: (name) => `${name} 不是 HTML 文件。请把文章页面保存为 .html 后放到这里。`,
  tooLarge: (name, most) => `${name} 大于 ${megabytes(most)}。请只保存文章本身，不带图片。`,
  unreadable: (name) => `${name} 无法读取。请重新选择。`,
  noArticle: (title) => `“${title}”未能加载。请确认本页仍在提供服务，然后重新选择。`,
  noIndex: "文章列表未能加载。请重新加载页面，或放入一个文件。",
  figure: (description) => (description === "" ? "图片已略去" : `图片已略去：${description}`),
  leaves: {
    nothing: {
      off: "一切都留在本浏览器中。",
      "on-request": "只有您询问的内容会离开本浏览器。",
      always: "未定的陈述会离开本浏览器。",
    },
    references: {
      off: "只有参考文献表会离开本浏览器。",
      "on-request": "参考文献表和您询问的内容会离开本浏览器。",
      always: "参考文献表和未定的陈述会离开本浏览器。",
    },
  },
};

export const beforehandWords: Messages["beforehand"] = {
  check: "显示引文核查",
  idle: "本文的引文已预先核查。",
  loading: "正在加载核查结果",
  failed: "核查结果未能显示。",
  made: "预先核查",
  madeBy: (models) =>
    `本页的运营者已委托核查引文${models.length > 0 ? `（使用 ${list(models)}）` : ""}。本浏览器不作任何计算。此后增加的内容未经核查。`,
  changed: "文章此后有改动",
  citationsMissing: (missing, all) =>
    `${number(all)} 个含引文的句子中，有 ${number(missing)} 个在本页上与核查时不同。相关结果仍列出，但不作标记，也不计入总数。`,
  referencesMissing: (missing, all) =>
    `参考文献表的 ${number(all)} 个条目中，有 ${number(missing)} 个与核查时不同。`,
  listElsewhere: "参考文献表未作标记",
  listElsewhereWhy: "它位于别处，或写法与核查时不同。",
  otherArticle: (name, citations) =>
    `${name} 说的是另一篇文章：其中 ${number(citations)} 个含引文的句子都不在本文中。本页的运营者可以用 citelight check --format json 重新生成。`,
  unreachable: (name, reason) => `${name} 未能加载：${reason}。本页的运营者可以更正 src="…"。`,
  tooLarge: (name, most) => `${name} 大于 ${megabytes(most)}。`,
  noJson: (name) => `${name} 不是 JSON。它应当是 citelight check --format json 写出的文件。`,
  otherSchema: (name, schema, wanted) =>
    `${name} ${schema === null ? "不是核查结果文件" : `的类型为“${schema}”`}。其类型应为“${wanted}”，由 citelight check --format json 写出。`,
  misfit: (name, fault) =>
    `${name} 与 citelight check --format json 写出的不符：${fault}。本页的运营者可以重新生成。`,
};
