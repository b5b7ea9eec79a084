/** Sentences for what the core says in codes and fixed phrases, in Chinese. */

import type { Messages } from "../messages";

export const measure: Messages["measure"] = {
  "quotations that the source has otherwise": "与来源不符的引文",
  "tested statements of this rule": "此规则的测试句数",
  "share of them on which it was right": "其中此规则判断正确的比例",
  alignment: "句子与陈述的相似度",
  confidence: "置信度",
  "confirmations elsewhere": "别处的证实句",
  "confirmations in the same sentence": "同一句中的证实",
  contradiction: "矛盾程度（模型）",
  "coverage by a sentence of the other": "另一来源某句包含的陈述用词",
  "coverage of the claim's words": "句子包含的陈述用词",
  "disagreement H": "施引文献的分歧",
  entailment: "证实程度（模型）",
  "entries that may be meant": "可能所指的参考文献",
  "highest contradiction": "最强矛盾（模型）",
  "highest entailment": "最强证实（模型）",
  "indexes without it": "未收录的数据库",
  "names of the claim that it lacks": "陈述中缺失的名称",
  "near sentences that differ": "相近但不同的句子",
  "numbers, directions and denials that it does not confirm": "未证实的数字、方向和否定",
  "other sentences that are nearly the claim": "几乎重复陈述的其他句子",
  "places of the source that state the number": "来源中出现该数字的位置",
  "questions failed": "未通过的问题",
  "respects in which it differs": "不同之处",
  "respects in which it does not agree": "不一致之处",
  score: "与题录的匹配度",
  "sentences that are nearly the claim and differ": "几乎重复陈述但有不同的句子",
  "share of the claim's words around the difference": "差异周围的陈述用词",
  "share of the majority": "多数票比例",
  "share of the sentence's words around it": "差异周围的句子用词",
  "share that the other holds": "另一来源中找到的缺失用词",
  "similarity to the topic": "与主题的相似度",
  "their share of the claim": "缺失用词占陈述的比例",
  witnesses: "采用的施引文献",
  "words of both in the same order": "顺序相同的共同用词",
  "words of the claim that it lacks": "来源中缺失的陈述用词",
  "odds of being about something else": "讲别的内容的可能性",
  "words of the source to show": "可显示的来源文字",
  "works it cites there": "来源为此引用的其他文献数",
  "|V|": "投票强度",
};

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
};

export const anomaly: Messages["anomaly"] = {
  "no-body": "未找到文章正文。请打开全文。",
  "no-references": "未找到参考文献表。",
  truncated: "正文提前结束，可能缺少部分内容。",
  "heading-jump": "标题层级有跳跃，可能缺少一节。",
  "number-gap": "编号有缺失，可能有部分正文未读取。",
  "duplicate-text": "有段落重复出现。",
  "broken-sentence": "有句子中断。",
  "out-of-order": "部分正文顺序有误。",
  "unmatched-citation": "有引文与任何参考文献都不匹配。",
  "no-citations": "找到了参考文献，但正文中没有引文。",
  "too-many-citations": "引文数量超过一次核查的上限。",
  "uncited-reference": "有参考文献从未被引用。",
  "contradictory-link": "有引文的链接指向另一篇参考文献。",
  "converter-error": "正文有转换错误。",
  "missing-file": "缺少一个引入的文件。",
  "page-without-text": "有一页没有可读文字，可能是扫描件。",
  "doubtful-layout": "版面不清晰，文字可能被截断或顺序有误。",
};

export const noticeText: Messages["noticeText"] = {
  "no-models": "陈述未核查。请加载模型。",
  "no-records": "没有可用的数据库。请启用联网查找，或添加题录文件。",
  damaged: "文章可能缺少部分内容。请打开全文后重新核查。",
  "no-citations": "可以查找参考文献，其他内容无法核查。",
  "shifted-numbering": "从某一条起，引文与所标编号的前一条或后一条文献相符。请检查编号。",
  "too-many-citations": "只核查前面的引文。请分段核查文章。",
};
