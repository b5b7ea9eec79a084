/** Why a verdict was given, in Chinese. */

import type { RetractionManner } from "../../../generated/RetractionManner";
import type { Update } from "../../../generated/Update";
import type { WorkForm } from "../../../generated/WorkForm";
import type { Messages } from "../messages";
import { list, number, sources } from "./general";

const gone = (manner: RetractionManner): string => (manner === "withdrawn" ? "撤回" : "撤稿");
const on = (date: string | null): string =>
  date === null ? "" : date.length > 4 ? `于 ${date} ` : `于 ${date} 年`;
const bracketed = (notice: string | null): string => (notice === null ? "" : `（声明：${notice}）`);

const elsewhere: Record<WorkForm, { works: string; next: string }> = {
  paper: { works: "论文", next: "请在期刊的存档或图书馆目录中查找。" },
  book: { works: "图书", next: "请用 ISBN 或书名在 WorldCat、Open Library 等图书馆目录中查找。" },
  thesis: { works: "学位论文", next: "请在该大学的机构库或学位论文目录中查找。" },
  report: { works: "报告", next: "请用报告编号在发布机构的网站上查找。" },
  standard: { works: "标准", next: "请用标准号在发布机构的目录中查找。" },
  law: { works: "法律和判决", next: "请用编号或日期在官方公报或法院的登记中查找。" },
  software: { works: "软件", next: "请打开其代码仓库、软件包页面，或 Software Heritage 中的 SWHID。" },
  dataset: { works: "数据集", next: "请在保存该数据的仓库或 DataCite 中查找。" },
  patent: { works: "专利", next: "请用专利号在 Espacenet 中查找。" },
  "web-page": { works: "网页", next: "请打开该地址，或其在网页存档中的副本。" },
  press: { works: "报纸、杂志和百科全书的文章", next: "请在该出版物自己的存档中查找。" },
  other: { works: "此类文献", next: "请在收录此类文献的地方查找。" },
};
const UPDATED: Record<Update, string> = {
  corrected: "该文献已有更正",
  "partly-retracted": "该文献部分内容已撤回",
  "new-version": "该文献已有新版本",
};
const TO_DO: Record<Update, string> = {
  corrected: "请查看更正是否涉及此句",
  "partly-retracted": "请查看此句是否以该部分为据",
  "new-version": "请查看新版本是否仍有此说法",
};

const ENOUGH_TESTED = 20;

export const reasonWords: Messages["reason"] = {
  sourceSaysSo: "来源中有此说法。",
  similarPassage: "来源中有相近的段落。",
  testedSupport: (right, of) =>
    of === 0
      ? "这样的段落有多常能证实句子，尚未测量。"
      : of < ENOUGH_TESTED
        ? `有这样段落的测试句子太少，无法判断它多常能证实句子（${number(of)} 句中 ${number(right)} 句）。`
        : `测试中，有这样段落的 ${number(of)} 个句子里，${number(right)} 个是准确的。`,
  testedDifference: (right, of) =>
    of === 0
      ? "这样的差异有多常是错误，尚未测量。"
      : of < ENOUGH_TESTED
        ? `有这样差异的测试句子太少，无法判断它多常是错误（${number(of)} 句中 ${number(right)} 句）。`
        : `测试中，有这样差异的 ${number(of)} 个句子里，${number(right)} 个不准确。`,
  numberMissing: (claim) => `来源中没有 ${claim}。`,
  quotationFound: "引文与来源逐字相符。",
  quotationAltered: (claim, source) =>
    claim === ""
      ? `引文略去了来源中的“${source}”。`
      : source === ""
        ? `引文中有“${claim}”，来源此处没有。`
        : `引文写作“${claim}”，来源写作“${source}”。`,
  quotationMissing: (quote) => `来源的正文中没有引文“${quote}”。`,
  differs: (claim, source) => `来源为 ${source}，句中为 ${claim}。`,
  directionDiffers: (claim, source) => `来源写的是“${source}”，句中写的是“${claim}”。`,
  sourceDenies: (source) => `来源是否定的（“${source}”），句子不是。`,
  sentenceDenies: (claim) => `句子是否定的（“${claim}”），来源不是。`,
  negationDiffers: "来源与句子在否定上不同。",
  hedgeDropped: (source) => `来源的措辞（“${source}”）比句子谨慎。`,
  scopeDiffers: (claim, source) => `来源讨论的是 ${source}，句子讨论的是 ${claim}。`,
  causalUpgrade: (claim, source) => `来源报告的是关联（“${source}”），句子说成了因果（“${claim}”）。`,
  authorDiffers: (claim, record) => `句中写的是 ${claim}；题录中的作者为 ${record.replace(/\.$/, "")}。`,
  noRecord: (asked) => (asked.length === 0 ? "所有数据库均未找到。" : `在${sources(asked)}中均未找到。`),
  notCheckable: (form, gap) => {
    switch (gap) {
      case "kind":
        return `此处无法核查：没有数据库收录它，而这些数据库缺少许多${elsewhere[form].works}。${elsewhere[form].next}`;
      case "language":
        return "此处无法核查：没有数据库收录它，而这些数据库缺少许多该语言的论文。请在当地的数据库中查找，例如 CNKI、CiNii、eLIBRARY、Dialnet、SciELO 或 MATARKA。";
      case "age":
        return "此处无法核查：没有数据库收录它，而这些数据库缺少许多那个年代的论文。请在期刊的存档或图书馆目录中查找。";
      case "registrar":
        return "此处无法核查：其 DOI 已注册，但注册机构的文献不在这些数据库中。请打开该 DOI。";
    }
  },
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
  updated: (update, date, notice) =>
    `${UPDATED[update]}${date === null ? "" : `（${date}）`}${bracketed(notice)}；${TO_DO[update]}。`,
  changedSince: (claim, latest, version) =>
    `所引版本写作 ${claim}；在同一处，最新版本（${version}）写作 ${latest}。`,
  identifierOfAnotherWork: (identifier, title) => `标识符 ${identifier} 属于另一篇文献：“${title}”。`,
  notFound: "来源既未证实，也未否定这一说法。",
  anotherSubject: (missing, elsewhere) =>
    `来源从未提到${list(missing.map((word) => `“${word}”`))}；${elsewhere} 提到了。`,
  nameBesideDiffers: (sentence, entry) => `句中引文旁写的是 ${sentence}，该条文献的作者是 ${entry}。`,
  yearBesideDiffers: (sentence, entry) => `句中引文旁写的是 ${sentence} 年，该条文献写的是 ${entry} 年。`,
  seemsAboutSomethingElse: (title) => `从标题和摘要看，《${title}》似乎讲的是别的内容。`,
  nearestSentence: (sentence) => `其摘要中最接近的一句：“${sentence}”`,
  betterEntry: (number, title) => `第 ${number} 条文献《${title}》更相符。`,
  fitsNothing: "它与文章及其余文献也相去甚远。",
  onlyInCrowd: (works) => `它只与其他文献一起被引用，每次至少 ${works} 条。`,
  evidenceWeak: "找到的段落不足以下定论。",
  modelFindsSupport: (model) => `根据所示段落，${model} 认为来源中有此说法。`,
  modelFindsContradiction: (model) => `根据所示段落，${model} 认为来源的说法不同。`,
  modelFindsContradictionAs: (model, rationale) => `根据所示段落，${model} 认为来源的说法不同：${rationale}`,
  modelUndecided: (model) => `根据所示段落，${model} 没有定论。`,
  votes: (shown, of) => `${number(of)} 票中的 ${number(shown)} 票。`,
  secondHand: (first) => `转引：来源本身引用的是 ${first}。`,
  leftOut: (source) => `句中省去了“${source}”。`,
  became: (source, sentence) => `来源写的是“${source}”，句中写的是“${sentence}”。`,
  abstractOnly: "只能读到摘要。",
  passagesOnly: "只能读到来源的部分段落。",
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
  readFromImage: (page) => `第 ${page} 页由 AI 模型根据图像识读，文字可能有误。`,
};

const year = (date: string | null): string => (date === null ? "已" : ` ${date.slice(0, 4)} 年`);

export const headlineWords: Messages["headline"] = {
  numberDiffers: (claim, source) => `本文为 ${claim}，来源为 ${source}`,
  wordDiffers: (claim, source) => `本文为“${claim}”，来源为“${source}”`,
  sentenceDenies: (claim) => `句中有“${claim}”，来源没有`,
  sourceDenies: (source) => `来源有“${source}”，句中没有`,
  negationDiffers: "来源与句子在否定上不同",
  hedgeDropped: (source) => `来源的措辞更谨慎：“${source}”`,
  causalUpgrade: "本文说成因果，来源只说关联",
  authorDiffers: (claim, record) => `本文写 ${claim}，题录写 ${record}`,
  noRecord: "未找到此文献的题录",
  notCheckable: "此处无法核查",
  fieldDiffers: (name, here, record) => `${name}：本文为 ${here}，题录为 ${record}`,
  fieldsDiffer: (names) => `${list(names)}与题录不同`,
  retracted: (date, citing, manner) =>
    `${year(date)}${gone(manner)}${citing === null ? "" : `，本文引用于 ${citing.slice(0, 4)} 年`}`.trim(),
  retractedSince: (date, citing, manner) =>
    `${year(date)}${gone(manner)}，在本文发表（${citing.slice(0, 4)} 年）之后`.trim(),
  retractedUndated: (date, manner) => `${year(date)}${gone(manner)}；与本文发表孰先孰后不详`.trim(),
  replaced: "已撤稿，并以更正版本替换",
  updated: (update, date) => `${UPDATED[update]}${date === null ? "" : `（${date.slice(0, 4)} 年）`}`,
  changedSince: (claim, latest) => `所引版本为 ${claim}，最新版本为 ${latest}`,
  concern: "期刊已发表关注声明",
  anotherWork: "标识符属于另一文献",
  sourceAgrees: "来源确有此说",
  similarPassage: "找到相近的段落，请阅读",
  figuresDiffer: (claim, source) => `数字不同：此处为 ${claim}，来源为 ${source}`,
  numberMissing: (claim) => `来源中没有 ${claim}`,
  quotationFound: "引文与来源逐字相符",
  quotationAltered: (claim, source) =>
    claim === ""
      ? `引文略去了“${source}”`
      : source === ""
        ? `引文添加了“${claim}”`
        : `引作“${claim}”，来源为“${source}”`,
  quotationMissing: "引文不在来源的正文中",
  abstractAgrees: "摘要确有此说",
  notInSource: "来源没有提到",
  notInAbstract: "摘要没有提到",
  openInSource: "找到的段落不足以确定",
  openInAbstract: "摘要不足以确定",
  anotherSubject: (missing) => `来源从未提到${list(missing.map((word) => `“${word}”`))}`,
  modelUndecided: (model) => `${model} 没有定论`,
  secondHand: "来源转引自另一文献",
  nameBesideDiffers: "句中写的是其他作者",
  yearBesideDiffers: (sentence, entry) => `句中写 ${sentence} 年，该条文献写 ${entry} 年`,
  seemsAboutSomethingElse: "似乎讲的是别的内容",
  abstractOnly: "只能读到摘要",
  passagesOnly: "只能读到来源的部分段落",
  perfunctory: "仅顺带提及；文献存在，且与主题相关",
  modelAgrees: (model) => `${model} 认为来源确有此说`,
  modelDisagrees: (model) => `${model} 认为来源说法不同`,
  witnessesAgree: (n) => `${number(n)} 篇施引文献说法相同`,
  witnessesDisagree: (n) => `${number(n)} 篇施引文献说法不同`,
  witnessesUndecided: "施引文献不足以确定",
  noText: "无法阅读来源",
  notLookedUp: "尚未查找此参考文献",
  notIdentified: "尚未确定所引文献",
  notMapped: "参考文献表中没有与此引文相符的条目",
  notCompared: "未与来源比较",
  entryFound: "已找到文献，条目与题录一致",
  entryOpen: "题录不足以确定所指的文献",
};
