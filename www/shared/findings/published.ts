/** Findings that came in a file, on this page's words: what an audit of the page would have told, and how file and page differ. */

import { applyEvent, type AuditEvent } from "../audit/audit-log";
import type { Fit } from "../audit/published";
import { AuditState, type Remark } from "../audit/state";
import type { Event } from "../generated/Event";
import type { Messages } from "../ui/locales/messages";
import type { FindingsFile } from "./file";
import { summaryOf } from "../audit/summary-of";
import type { TextAnchors } from "./text-anchors";

export function fitOf({ document, models }: FindingsFile, places: TextAnchors): Fit {
  const { missingCitations, missingReferences } = places;
  return {
    citations: { missing: missingCitations.size, all: document.citations.length },
    references: { missing: missingReferences.size, all: document.references.length },
    // Without their hashes.
    models: models.map((model) => model.split("@")[0] ?? model),
  };
}

/** Whether none of the sentences stands on the page: the file is about another text. */
export function isOfAnotherText({ citations: { missing, all } }: Fit): boolean {
  return all > 0 && missing === all;
}

/** Where no entry stands nobody changed them all: the list is outside the article's element, or laid out by another program. */
export function isListElsewhere({ references: { missing, all } }: Fit): boolean {
  return missing > 0 && missing === all;
}

/** What an audit of the page would have told, in its order. */
export function eventsOf(
  file: FindingsFile,
  { missingCitations }: Pick<TextAnchors, "missingCitations">,
): AuditEvent[] {
  const { document, findings, resolutions, notices } = file;
  const told = (event: Event): AuditEvent => ({
    kind: "worker",
    message: { kind: "event", audit: "file", event },
  });
  const events = [
    ...(file.policy === null ? [] : [{ kind: "judged", outcome: file.policy } as const]),
    told({ kind: "mapped", document }),
    ...[...missingCitations].map((citation): AuditEvent => ({ kind: "lost", citation })),
    ...resolutions.map((resolved) => told({ kind: "resolved", ...resolved, bibtex: null })),
    ...notices.map((notice) => told({ kind: "notice", notice })),
    ...findings.map((finding) => told({ kind: "found", finding })),
  ];
  const state = new AuditState();
  state.isBeforehand = true;
  for (const event of events) applyEvent(state, event);
  return [...events, told({ kind: "finished", summary: summaryOf(state, file.summary.complete) })];
}

/** That and how a page differs from what was checked. */
export function changesIn({ beforehand: texts, gap }: Messages, fit: Fit): Remark[] {
  const { citations, references } = fit;
  const isElsewhere = isListElsewhere(fit);
  const changes = [
    citations.missing > 0 ? texts.citationsMissing(citations.missing, citations.all) : "",
    references.missing > 0 && !isElsewhere ? texts.referencesMissing(references.missing, references.all) : "",
  ].filter((text) => text.length > 0);
  return [
    ...(changes.length > 0
      ? [{ severity: "warning", head: texts.changed, message: changes.join(gap) } as const]
      : []),
    ...(isElsewhere
      ? [{ severity: "info", head: texts.listElsewhere, message: texts.listElsewhereWhy } as const]
      : []),
  ];
}
