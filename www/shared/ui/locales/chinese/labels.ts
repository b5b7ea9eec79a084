/** The words for what an audit tells, in Chinese. */

import type { Messages } from "../messages";

export const verdict: Messages["verdict"] = {
  supported: "有来源支持",
  miscited: "需核对",
  undecidable: "无法判定",
  unchecked: "未核查",
};

export const need: Messages["need"] = {
  review: "需核对",
  reference: "文献存疑",
  "retracted-since": "此后撤稿",
  undecidable: "无法判定",
  unchecked: "未核查",
  supported: "有来源支持",
};

export const needHint: Messages["needHint"] = {
  review: "来源的说法似有不同。",
  reference: "所引文献未找到、已撤稿，或与其条目不符。",
  "retracted-since": "所引文献在本文发表之后撤稿，或先后不明：并非作者之过。",
  undecidable: "已阅读来源，但不足以判定。",
  unchecked: "此处无法阅读来源。",
  supported: "来源确有此说。",
};

export const standing: Messages["standing"] = {
  retracted: "已撤稿",
  "retracted-since": "此后撤稿",
  replaced: "撤稿并替换",
  concern: "有编辑部关注声明",
  missing: "未找到题录",
  differs: "与题录不符",
  open: "未定",
  found: "已找到",
};

export const standingHint: Messages["standingHint"] = {
  retracted: "依据此文者应当知晓。",
  "retracted-since": "此文在本文发表之后撤稿。如今仍以此文为依据的人应当知道这一点。",
  replaced: "同一标识符下现为更正后的版本。请核对其说法是否仍然相同。",
  concern: "期刊对此文发表过关注声明。依据此文者应当知晓。",
  missing: "所查询的各数据源都没有与此条目相似的文献。引以为据之前，请人工查找。",
  differs: "文献已找到；条目所写与其题录不同。",
  open: "由题录不能确定所指是哪一篇文献。",
  found: "条目与题录一致。",
};

export const category: Messages["category"] = {
  "attribution-traceability": "归属",
  "citation-validity": "有效性",
  "content-misrepresentation": "内容",
  "scope-extrapolation": "范围",
  "evidence-characterization": "证据强度",
};

export const subtype: Messages["subtype"] = {
  "ghost-citation": "未找到题录",
  "author-misattribution": "作者不同",
  retracted: "已撤稿",
  "secondary-source": "二手来源",
  irrelevant: "主题不同",
  contradictory: "说法不同",
  "selective-quotation": "部分引用",
  "omitted-qualifiers": "略去限定",
  "conflated-findings": "两项结果合为一项",
  overgeneralisation: "比来源更宽泛",
  "methodological-misapplication": "方法用于他处",
  "data-scope-misuse": "数据用于他处",
  "correlation-as-causation": "以关联为因果",
  "statistical-distortion": "数字有变",
};

export const step: Messages["step"] = {
  map: "引文与参考文献",
  resolve: "参考文献与题录",
  access: "来源全文",
  retrieve: "相关段落",
  windows: "句子",
  infer: "比较",
  expand: "连同相邻句子比较",
  signals: "数字、方向、限定",
  committee: "施引文献的说法",
  decide: "判定",
  arbitrate: "询问端点",
  categorise: "类别",
};

export const stage: Messages["stage"] = {
  map: "正在阅读页面",
  resolve: "正在查找参考文献",
  abstracts: "正在获取摘要",
  access: "正在寻找来源",
  verify: "正在核查引文",
};

export const field: Messages["field"] = {
  authors: "作者",
  title: "题名",
  year: "年份",
  venue: "出处",
  doi: "DOI",
};

export const fieldWithin: Messages["fieldWithin"] = (one) => field[one];

export const dismissReason: Messages["dismissReason"] = {
  "source-agrees": "来源确实这样说",
  "claim-misread": "句子被误读",
  "wrong-source": "这不是所引的来源",
  "not-worth": "不值得核对",
};

export const severity: Messages["severity"] = {
  info: "提示",
  warning: "注意",
  error: "问题",
};

export const notice: Messages["notice"] = {
  "no-models": "没有模型",
  "no-records": "没有题录",
  "source-failed": "题录数据源未能应答",
  damaged: "页面不完整",
  "no-citations": "已读取参考文献，但未识别出引文",
  "too-many-citations": "引文过多，无法一次全部核查",
  cancelled: "已停止",
};
