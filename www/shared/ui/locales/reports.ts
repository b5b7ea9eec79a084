/**
 * What reports say, in the languages that the core does not speak itself: phrases, and what a policy says of entries. Only what writes reports
 * needs it: it is no part of the catalogues, which every panel loads.
 */

import { judged as chineseJudged } from "./chinese/judged";
import { report as chinese } from "./chinese/report";
import type { Judged, ReportPhrases } from "./english/report";
import { judged as germanJudged } from "./german/judged";
import { report as german } from "./german/report";

export interface ReportWords {
  readonly report: ReportPhrases;
  readonly judged: Judged;
}

/** By the language's tag. */
export const REPORTS: ReadonlyMap<string, ReportWords> = new Map([
  ["de", { report: german, judged: germanJudged }],
  ["zh-Hans", { report: chinese, judged: chineseJudged }],
]);
