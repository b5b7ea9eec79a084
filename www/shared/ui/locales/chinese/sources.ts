/** “为句子建议参考文献”, in Chinese. */

import type { Messages } from "../messages";
import { decimal, list } from "./general";

export const sourceWords: Messages["sources"] = {
  title: "为句子建议参考文献",
  about:
    "用下方句子中的词语检索 OpenAlex 和 Semantic Scholar，不附带您的姓名、邮箱或密钥。检索结果在此浏览器中与句子比较。",
  sentence: "句子",
  take: "使用选中的文字",
  nothingSelected: "请先在页面上选中一个句子，或直接输入。",
  search: "检索",
  searching: "正在检索……",
  found: "可能所指的文献，最相似者在前。引用或建议之前请先阅读。",
  none: "没有找到。请换用其他词语。",
  noAnswer: (indexes) => `${list(indexes)} 没有答复。`,
  similarity: (cosine) => `相似度 ${decimal(cosine)}`,
  refused: {
    "authors-hidden": "未发送任何内容：此投稿的作者未公开或可能未公开，其句子不会离开此浏览器。",
    "tells-of-it": "未发送任何内容：句子提到了此处匿名的人。",
    "chairs-only": "未发送任何内容：该句出自一条可能仅供主席阅读的评论。",
    "in-confidence": "未发送任何内容：Citelight 将本机文件、内部网络页面和来源不明的页面视为机密。",
    "too-short": "请输入完整的句子。",
  },
};
