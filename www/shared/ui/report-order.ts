/** A report as it is ordered from the core, which writes English by itself. */

import type { ReportOrder } from "../audit/report";
import type { CheckExport } from "../generated/CheckExport";
import type { ReportFormat } from "../generated/ReportFormat";
import type { ReportLanguage } from "../generated/ReportLanguage";
import { noticeText } from "./core-text";
import { REPORTS, type ReportWords } from "./locales/reports";
import type { Messages } from "./locales/messages";
import { whyText } from "./reasons";

const FOR_PEOPLE: ReadonlySet<ReportFormat> = new Set<ReportFormat>(["html", "markdown"]);

export function reportOrder(words: Messages, format: ReportFormat, report: CheckExport): ReportOrder {
  const reports = REPORTS.get(words.language);
  if (reports === undefined || !FOR_PEOPLE.has(format)) return { format, report };
  return { format, report: translated(words, report), language: languageOf(words, reports) };
}

/** What findings and notices say, in the words of the reader. */
function translated(words: Messages, report: CheckExport): CheckExport {
  return {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, message: whyText(words, finding) })),
    notices: report.notices.map((notice) => ({ ...notice, message: noticeText(words, notice) })),
  };
}

function languageOf(words: Messages, { report, judged }: ReportWords): ReportLanguage {
  const named: readonly [string, Readonly<Record<string, string>>][] = [
    ["class", { ...words.need, dismissed: words.panel.dismissed }],
    ["verdict", words.verdict],
    ["category", words.category],
    ["subtype", words.subtype],
    ["dismissed", words.dismissReason],
    ["level", judged.level],
    ["fact", judged.fact],
  ];
  const names = named.flatMap(([kind, table]) =>
    Object.entries(table).map(([name, text]) => [`${kind}:${name}`, text] as const),
  );
  return { code: words.language, phrases: { ...report, ...Object.fromEntries(names) } };
}
