/** Why a verdict was given, in Chinese. */

import type { RetractionManner } from "../../../generated/RetractionManner";
import type { Messages } from "../messages";
import { list, number } from "./general";

const gone = (manner: RetractionManner): string => (manner === "withdrawn" ? "撤回" : "撤稿");
const on = (date: string | null): string =>
  date === null ? "" : date.length > 4 ? `于 ${date} ` : `于 ${date} 年`;
const bracketed = (notice: string | null): string => (notice === null ? "" : `（声明：${notice}）`);

export const reasonWords: Messages["reason"] = {
  sourceSaysSo: "来源确有此说。",
  differs: (claim, source) => `来源作 ${source}，句中作 ${claim}。`,
  directionDiffers: (claim, source) => `来源作“${source}”，句中作“${claim}”。`,
  sourceDenies: (source) => `来源予以否定（“${source}”），句子没有。`,
  sentenceDenies: (claim) => `句子予以否定（“${claim}”），来源没有。`,
  negationDiffers: "来源与句子在否定上不同。",
  hedgeDropped: (source) => `来源的措辞（“${source}”）比句子谨慎。`,
  scopeDiffers: (claim, source) => `来源所论为 ${source}，句子所论为 ${claim}。`,
  causalUpgrade: (claim, source) => `来源报告的是关联（“${source}”），句子说成因果（“${claim}”）。`,
  authorDiffers: (claim, record) => `句中写的是 ${claim}；题录中的作者为 ${record.replace(/\.$/, "")}。`,
  noRecord: (asked) => (asked.length === 0 ? "各数据源均未找到题录。" : `在 ${list(asked)} 中均未找到题录。`),
  metadata: (fields) => `题录与参考文献条目不同：${fields.join("；")}。`,
  metadataField: (name, record, reference) => `${name}作“${record}”，条目作“${reference}”`,
  retracted: (date, notice, manner, citing) =>
    `此文已${on(date)}${gone(manner)}${bracketed(notice)}${citing === null ? "" : `，早于本文发表（${citing}）`}。`,
  retractedSince: (date, citing, notice, manner) =>
    `此后${gone(manner)}：此文${on(date)}${gone(manner)}${bracketed(notice)}，晚于本文发表（${citing}）。`,
  retractedUndated: (date, citing, notice, manner) =>
    `此文已${on(date)}${gone(manner)}${bracketed(notice)}；早于还是晚于本文发表，不得而知${citing === null ? "" : `（本文：${citing}）`}。`,
  retractedAndReplaced: (date, notice) =>
    `此文已${on(date)}撤稿并替换${bracketed(notice)}；同一标识符下现为更正后的版本。`,
  identifierOfAnotherWork: (identifier, title) => `标识符属于另一文献：${identifier} 是“${title}”的标识符。`,
  notFound: "已阅读来源，其中既未肯定也未否定此说。",
  anotherSubject: (missing, elsewhere) =>
    `来源从未提到${list(missing.map((word) => `“${word}”`))}；${elsewhere} 提到了。`,
  evidenceWeak: "找到的段落不足以判定。",
  modelFindsSupport: (model) => `${model} 依所示原文认为来源确有此说。`,
  modelFindsContradiction: (model) => `${model} 依所示原文认为来源说法不同。`,
  modelFindsContradictionAs: (model, rationale) => `${model} 依所示原文认为来源说法不同：${rationale}`,
  abstractOnly: "只能读到摘要。",
  perfunctory: "此文仅被顺带提及；文献存在，且与主题相关。",
  witnessesSaySo: (witnesses, statement) =>
    `无法阅读来源；${number(witnesses)} 篇施引文献对它有同样的说法：“${statement}”`,
  witnessesSayOtherwise: (witnesses, statement) =>
    `无法阅读来源；${number(witnesses)} 篇施引文献对它有不同的说法：“${statement}”`,
  noWitness: "没有可以参考的施引文献。",
  witnessesUndecided: (witnesses, why) => `无法阅读来源，${number(witnesses)} 篇施引文献也不足以判定：${why}`,
  notLookedUp: "尚未核查：请先查找参考文献。",
  notChecked: (why) => `无法核查：${why}`,
  entryChosen: (entries) =>
    `此引文与参考文献表中的 ${number(entries)} 个条目相符；所指为本条，是由模型选定的。`,
};
