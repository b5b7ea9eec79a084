/** The words for what an audit tells, in Chinese. */

import type { Messages } from "../messages";

export const verdict: Messages["verdict"] = {
  supported: "有来源支持",
  miscited: "需核对",
  undecidable: "无定论",
  unchecked: "待核查",
};

export const need: Messages["need"] = {
  review: "需核对",
  reference: "文献有问题",
  "retracted-since": "后来撤稿",
  "may-differ": "可能有出入",
  "may-not-fit": "可能不相符",
  undecidable: "无定论",
  unchecked: "待核查",
  supported: "有来源支持",
};

export const needHint: Messages["needHint"] = {
  review: "来源的说法似乎不同。",
  reference: "未找到所引文献、文献已撤稿，或与条目不符。",
  "retracted-since": "所引文献在本文发表后才撤稿，或先后不明。作者没有过错。",
  "may-differ": "来源中有一段与该句不同。仅为提示：差异往往可由上下文解释。",
  "may-not-fit": "从标题和摘要看，所引文献似乎讲的是别的内容。仅为提示，并非结论。",
  undecidable: "来源既未证实，也未否定这一说法。",
  unchecked: "尚未核查：缺少来源、题录或模型。",
  supported: "来源中有此说法。",
};

export const standing: Messages["standing"] = {
  retracted: "已撤稿",
  "retracted-since": "后来撤稿",
  replaced: "撤稿并替换",
  concern: "期刊已发表关注声明",
  missing: "未找到",
  differs: "与题录不符",
  open: "待定",
  found: "已核实",
};

export const standingHint: Messages["standingHint"] = {
  retracted: "引用这篇文献前，请先阅读撤稿声明。",
  "retracted-since": "该文献在本文发表后撤稿。引用前请先阅读撤稿声明。",
  replaced: "同一标识符下现在是更正版。请确认说法是否仍然相同。",
  concern: "期刊对该文献发表了关注声明。引用前请先阅读。",
  missing: "所有数据库都没有这样的文献。引用前请自行查找。",
  differs: "已找到文献，但条目与题录不符。",
  open: "根据题录无法确定是哪一篇文献。",
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
  "ghost-citation": "未找到",
  "author-misattribution": "作者不同",
  retracted: "已撤稿",
  "secondary-source": "二手来源",
  irrelevant: "主题不同",
  contradictory: "说法不同",
  "selective-quotation": "断章取义",
  "omitted-qualifiers": "遗漏限定条件",
  "conflated-findings": "混淆两项结果",
  overgeneralisation: "比来源更宽泛",
  "methodological-misapplication": "方法超出适用范围",
  "data-scope-misuse": "数据超出适用范围",
  "correlation-as-causation": "把关联当作因果",
  "statistical-distortion": "数字不同",
};

export const step: Messages["step"] = {
  map: "引文与参考文献",
  resolve: "参考文献与题录",
  relevance: "标题与摘要",
  access: "来源全文",
  retrieve: "相关段落",
  windows: "句子",
  infer: "比较",
  expand: "结合上下文比较",
  signals: "数字、方向、限定",
  committee: "施引文献",
  decide: "判定",
  arbitrate: "AI 复核",
  categorise: "类别",
};

export const stage: Messages["stage"] = {
  map: "正在读取页面",
  resolve: "正在查找参考文献",
  abstracts: "正在获取摘要",
  access: "正在获取来源",
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
  "not-a-problem": "不是问题",
};

export const severity: Messages["severity"] = {
  info: "提示",
  warning: "注意",
  error: "问题",
};

export const notice: Messages["notice"] = {
  "no-models": "未加载模型",
  "no-records": "未查找参考文献",
  "source-failed": "部分数据库没有响应",
  damaged: "页面不完整",
  "no-citations": "正文中未找到引文",
  "too-many-citations": "引文过多，无法一次核查",
  "pages-without-text": "页面没有文字",
  "pages-read-from-images": "根据图像识读的页面",
  "shifted-numbering": "编号错开一位",
  "far-works": "多篇文献似与文章无关",
  cancelled: "已停止",
};
