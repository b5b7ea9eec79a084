/** What the steps of a trail came to, in Chinese. */

import type { Messages } from "../messages";

export const summary: Messages["summary"] = {
  "a sentence of the source repeats the claim nearly word for word": "来源中有一句几乎逐字重复该说法。",
  "a sentence of the source that is nearly the claim says otherwise, and no other takes it back":
    "来源中与该说法几乎相同的一句说法不同，且没有其他句子撤回。",
  "a window of the source entails the claim with its neighbours": "来源中有一段结合上下文证实了该说法。",
  "the whole source lacks a number of the claim": "来源中没有该说法里的一个数字。",
  "what it quotes is not what the source says": "引文与来源所写不符。",
  "One of them was chosen before, and is asked about.": "此前已选定这篇参考文献。",
  "a sentence of the source on the same matter says otherwise, and no other takes it back":
    "来源中关于同一事项的一句话说法不同，且没有其他句子收回这一说法。",
  "a sentence of the source says the same in every respect that was compared":
    "来源中有一句话在所有比较方面说法一致。",
  "a window of the source contradicts the claim": "来源中有一段与陈述相矛盾。",
  "a window of the source entails the claim": "来源中有一段证实了陈述。",
  "named in passing: judged by topic only": "仅顺带提及：只比较主题。",
  "no sentence of the source shares the claim's words": "来源中没有句子与陈述有共同用词。",
  "not checked": "未核查。",
  "nothing can be shown for it": "来源中没有可供显示的内容。",
  "nothing found decides": "找到的内容不足以下定论。",
  "title and abstract of the work are far from the sentence and from the article":
    "文献的标题和摘要与该句和本文都相距甚远。",
  "the whole source lacks the claim's words; another source of the list holds them":
    "来源中没有陈述的用词；文献表中的另一来源有。",
  "what the endpoint was asked for this claim": "就此陈述向 AI 模型提出的问题。",
  "which entry is meant is not sure enough to object": "无法足够确定所指的是哪篇参考文献。",
  "words that may be misread are not sure enough to object": "文字可能识读有误，不足以提出异议。",
  "“{surface}” links to entry {number} of the reference list.": "“{surface}”链接到参考文献 {number}。",
  "“{surface}” matches entry {number} of the reference list.": "“{surface}”与参考文献 {number} 匹配。",
  "“{surface}” fits an entry of the reference list, but its own link leads elsewhere.":
    "“{surface}”符合一条参考文献，但其链接指向别处。",
  "“{surface}” fits {count} entries of the reference list.": "“{surface}”符合 {count} 条参考文献。",
  "“{surface}” fits {count} or more entries of the reference list.":
    "“{surface}”符合 {count} 条或更多参考文献。",
  "“{surface}” fits no entry of the reference list.": "“{surface}”不符合任何参考文献。",
  "{model} ({prompt}): {came_to}": "{model}（{prompt}）：{came_to}",
  "{model} ({prompt}): {came_to} (tokens estimated)": "{model}（{prompt}）：{came_to}（词元数为估计值）",
  "entry {number} of the reference list is meant, going by “{quote}”":
    "依据“{quote}”，所指的是参考文献 {number}",
  "the words do not tell which of them is meant": "从文字看不出所指的是哪一条",
  "no majority for any of them": "没有一条得到多数",
  "{reason}; the citation stays ambiguous": "{reason}；该引文仍有歧义",
  "Matched to “{title}” in {source}; {fields}.": "与 {source} 中的“{title}”匹配；{fields}。",
  "Matched to “{title}” in {source}; {fields}. Another article of this title was retracted, withdrawn or put in doubt{place}.":
    "与 {source} 中的“{title}”匹配；{fields}。另一篇同名文章已被撤稿、撤回或受到质疑{place}。",
  "no field differs": "各字段一致",
  "1 field differs": "1 个字段不同",
  "{count} fields differ": "{count} 个字段不同",
  "{asked} answered; {count} records fit only in part.": "已答复：{asked}；{count} 条记录仅部分相符。",
  "{asked} answered; no record fits.": "已答复：{asked}；没有相符的记录。",
  "No source": "无数据库",
  "Not resolved: {reason}.": "未能查询：{reason}。",
  "The entry is {identifier} alone, in {source} that of “{title}”.":
    "该条目只有 {identifier}，在 {source} 中对应“{title}”。",
  "The entry is {identifier} alone, which leads to a record with another identifier.":
    "该条目只有 {identifier}，所指向的记录标识符不同。",
  "The entry is {identifier} alone, which neither its registrar nor an index knows: {asked}.":
    "该条目只有 {identifier}，注册机构和数据库均无记录：{asked}。",
  "Read {extent} in {origin}: {identity}.": "已读取 {origin} 中的{extent}：{identity}。",
  "the full text": "全文",
  "what could be read of the full text, of which parts are missing,": "有缺失的全文",
  "the abstract": "摘要",
  passages: "段落",
  "its identifier is the record's": "标识符与记录一致",
  "its title is the record's": "标题与记录一致",
  "Read the abstract in {source}.": "已读取 {source} 中的摘要。",
  "No readable text was found.": "未找到可读的文本。",
  "No text was taken: {reason}.": "未采用任何文本：{reason}。",
  "Sent the claim to {name}, which answered with passages of the work.":
    "已将陈述发送给 {name}，返回了该文献的段落。",
  "Sent the claim to {name}, which has no passage of the work for it.":
    "已将陈述发送给 {name}，其中没有该文献的相关段落。",
  "Sent the claim to {name}: {reason}.": "已将陈述发送给 {name}：{reason}。",
  "{kept} of {all} passages kept ({rankings})": "保留 {all} 段中的 {kept} 段（{rankings}）。",
  "ranked by {model}": "由 {model} 排序",
  "word ranks and {model} fused, no cross-encoder": "按共同用词和 {model} 排序，未用交叉编码器",
  "word ranks only: no bi-encoder is loaded": "仅按共同用词排序；未加载嵌入模型",
  "{kept} of {all} windows kept, nearest first": "保留 {all} 个片段中的 {kept} 个，最接近的在前。",
  "{model} compared the claim with {sentences} sentences and {windows} windows":
    "{model} 将陈述与 {sentences} 个句子和 {windows} 个片段作了比较。",
  "{count} windows compared once more with the neighbouring sentences":
    "结合陈述的前后句，再次比较了 {count} 个片段。",
  "nearest sentence": "最接近的句子",
  "agrees in {kinds}": "一致：{kinds}",
  "differs in {kinds}": "不同：{kinds}",
  "is unclear in {kinds}": "不明确：{kinds}",
  number: "数字",
  direction: "方向",
  negation: "否定",
  entity: "名称",
  scope: "适用范围",
  causal: "因果",
  hedge: "措辞谨慎程度",
  "quotation “{words} …” is in the source word for word": "引文“{words} …”与来源逐字一致。",
  "quotation “{words} …” is in the source with other words": "引文“{words} …”在来源中用词不同。",
  "quotation “{words} …” is nowhere in the source": "来源中没有引文“{words} …”。",
  "one sentence of the source states it, with a citation of another work":
    "来源中有一句陈述了它，并为此引用了另一篇文献。",
  "{count} sentences of the source state it, each with a citation of another work":
    "来源中有 {count} 句陈述了它，每句都为此引用了另一篇文献。",
  "“{text}” says too little to be looked up": "“{text}”内容太少，无法查证。",
  "the record's notice is older than this paper": "该声明早于本文。",
  "The nearest record, “{title}”, is another work.": "最接近的记录“{title}”是另一篇文献。",
  "No record is anywhere near.": "没有相近的记录。",
  "“{claimed}” is neither among the record's authors nor in the entry.":
    "“{claimed}”既不在记录的作者中，也不在条目中。",
  "no majority": "没有多数意见",
  "the passages do not tell": "这些段落没有说明",
  "supported, but a sentence that is nearly the claim differs": "支持，但有一句与陈述几乎相同的句子说法不同",
  "its quote stands in no passage": "它引用的文字不在任何段落中",
  supported: "支持",
  contradicted: "矛盾",
  unclear: "不明确",
  "{by}: {came_to}": "{by}：{came_to}",
  "{question}: {how}": "{question}（{how}）",
  "suggested by signals": "由比较推测",
  "by rule": "按规则",
  "could a reader find the right work and author from this reference?":
    "读者能否凭此条目找到正确的文献和作者？",
  "is the source disqualified as evidence?": "该来源是否不宜作为证据？",
  "read in context, does it say this?": "结合上下文，来源是否这样说？",
  "is a valid result applied outside its population, setting, task?":
    "是否把有效结果用于其他人群、情境或任务？",
  "is the strength or kind of evidence as claimed?": "证据的强度或种类是否如所述？",
  "no question is failed: nothing is wrong that could be named": "没有可指明的错误",
  "none of the categories for sure": "无法确定属于哪一类",
  "{count} papers that cite “{title}” were heard, named by {sources}":
    "读取了 {count} 篇引用“{title}”的论文；由 {sources} 列出",
  "of {quoted} only sentences that an index quotes, their texts were not read":
    "其中 {quoted} 篇只有数据库所引的句子",
  "of {unknown} a percentile is not known and counts {share} (table of {date})":
    "其中 {unknown} 篇的百分位未知，按 {share} 计（{date} 的表）",
  "the committee decides": "施引文献足以定论。",
  "the committee abstains: {clauses}": "施引文献不足以定论：{clauses}。",
  "what the sentence attributes to the source could not be told": "不清楚该句认为来源说了什么",
  "too few papers that cite it could be heard": "可读的施引文献太少",
  "none of them carries any weight": "它们都没有权重",
  "what they say decides neither way": "其说法不偏向任何一方",
  "they disagree": "它们意见不一",
  "what they say is not sure enough": "其说法不够确定",
  "others who might say otherwise could not be heard": "可能持不同说法的文献无法读取",
};
