/** The pages that bring the check along, in Chinese. */

import type { Messages } from "../messages";
import { list, megabytes, number } from "./general";

export const demoWords: Messages["demo"] = {
  title: "Citelight：边读边核查引文",
  skip: "跳到文章",
  skipToCheck: "跳到引文核查",
  results: "全部结果",
  choose: "文章",
  kinds: { sample: "示例", article: "文章" },
  file: "核查您自己的 .html 文件",
  drop: "把 .html 文件放到这里进行核查",
  dropped: (name) => `您的文件：${name}`,
  notHtml: (name) => `${name} 不是 HTML 文件。请把文章页面保存为 .html 后放到这里。`,
  tooLarge: (name, most) => `${name} 大于 ${megabytes(most)}。请保存不含图片的文章。`,
  unreadable: (name) => `${name} 无法读取。请重新选择。`,
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

export const beforehandWords: Messages["beforehand"] = {
  check: "显示引文核查",
  idle: "本页的发布者已核查这些引文。",
  loading: "正在加载核查结果",
  failed: "无法显示核查结果。",
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
