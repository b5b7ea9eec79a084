/** Why a verdict was given, in Chinese. */

import type { RetractionManner } from "../../../generated/RetractionManner";
import type { Messages } from "../messages";
import { list, number } from "./general";

const gone = (manner: RetractionManner): string => (manner === "withdrawn" ? "撤回" : "撤稿");
const on = (date: string | null): string =>
  date === null ? "" : date.length > 4 ? `于 ${date} ` : `于 ${date} 年`;
const bracketed = (notice: string | null): string => (notice === null ? "" : `（声明：${notice}）`);

export const reasonWords: Messages["reason"] = {
  sourceSaysSo: "来源中有此说法。",
  differs: (claim, source) => `来源为 ${source}，句中为 ${claim}。`,
  directionDiffers: (claim, source) => `来源写的是“${source}”，句中写的是“${claim}”。`,
  sourceDenies: (source) => `来源是否定的（“${source}”），句子不是。`,
  sentenceDenies: (claim) => `句子是否定的（“${claim}”），来源不是。`,
  negationDiffers: "来源与句子在否定上不同。",
  hedgeDropped: (source) => `来源的措辞（“${source}”）比句子谨慎。`,
  scopeDiffers: (claim, source) => `来源讨论的是 ${source}，句子讨论的是 ${claim}。`,
  causalUpgrade: (claim, source) => `来源报告的是关联（“${source}”），句子说成了因果（“${claim}”）。`,
  authorDiffers: (claim, record) => `句中写的是 ${claim}；题录中的作者为 ${record.replace(/\.$/, "")}。`,
  noRecord: (asked) => (asked.length === 0 ? "所有数据库均未找到。" : `在 ${list(asked)} 中均未找到。`),
  metadata: (fields) => `题录与参考文献条目不同：${fields.join("；")}。`,
  metadataField: (name, record, reference) => `${name}为“${record}”，条目写作“${reference}”`,
  retracted: (date, notice, manner, citing) =>
    `该文献已${on(date)}${gone(manner)}${bracketed(notice)}${citing === null ? "" : `，早于本文发表（${citing}）`}。`,
  retractedSince: (date, citing, notice, manner) =>
    `后来${gone(manner)}：该文献${on(date)}${gone(manner)}${bracketed(notice)}，晚于本文发表（${citing}）。`,
  retractedUndated: (date, citing, notice, manner) =>
    `该文献已${on(date)}${gone(manner)}${bracketed(notice)}；不清楚是在本文发表之前还是之后${citing === null ? "" : `（本文：${citing}）`}。`,
  retractedAndReplaced: (date, notice) =>
    `该文献已${on(date)}撤稿并替换${bracketed(notice)}；同一标识符下现为更正后的版本。`,
  identifierOfAnotherWork: (identifier, title) => `标识符 ${identifier} 属于另一篇文献：“${title}”。`,
  notFound: "来源既未证实，也未否定这一说法。",
  anotherSubject: (missing, elsewhere) =>
    `来源从未提到${list(missing.map((word) => `“${word}”`))}；${elsewhere} 提到了。`,
  evidenceWeak: "找到的段落不足以下定论。",
  modelFindsSupport: (model) => `根据所示段落，${model} 认为来源中有此说法。`,
  modelFindsContradiction: (model) => `根据所示段落，${model} 认为来源的说法不同。`,
  modelFindsContradictionAs: (model, rationale) => `根据所示段落，${model} 认为来源的说法不同：${rationale}`,
  abstractOnly: "只能读到摘要。",
  perfunctory: "文献仅被顺带提及；它确实存在，且与主题相关。",
  witnessesSaySo: (witnesses, statement) =>
    `来源无法读取；${number(witnesses)} 篇施引文献的说法相同：“${statement}”`,
  witnessesSayOtherwise: (witnesses, statement) =>
    `来源无法读取；${number(witnesses)} 篇施引文献的说法不同：“${statement}”`,
  noWitness: "没有可用的施引文献。",
  witnessesUndecided: (witnesses, why) => `来源无法读取，${number(witnesses)} 篇施引文献也没有定论：${why}`,
  notLookedUp: "尚未核查：请先查找参考文献。",
  notChecked: (why) => `未核查：${why}`,
  entryChosen: (entries) => `此引文与 ${number(entries)} 篇参考文献相符；这一篇由 AI 模型选定。`,
};
