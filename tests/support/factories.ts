/** Made-up parts of messages. */

import type { CitationView } from "@citelight/shared/generated/CitationView";
import type { DocumentView } from "@citelight/shared/generated/DocumentView";
import type { Finding } from "@citelight/shared/generated/Finding";
import type { Locator } from "@citelight/shared/generated/Locator";
import type { Record as WorkRecord } from "@citelight/shared/generated/Record";
import type { ReferenceView } from "@citelight/shared/generated/ReferenceView";
import type { Summary } from "@citelight/shared/generated/Summary";
import type { Verdict } from "@citelight/shared/generated/Verdict";
import type { WorkStatus } from "@citelight/shared/generated/WorkStatus";

const nowhere: Locator = { ranges: [], quote: { exact: "", prefix: "", suffix: "" }, line: 0 };

export function citation(id: string, references: string[]): CitationView {
  return {
    id,
    surface: "[1]",
    sentence: "A sentence [1].",
    references,
    status: { kind: "linked" },
    locator: nowhere,
    sentence_locator: nowhere,
    position: 0.5,
  };
}

/** An entry of three authors, without any identifier. */
export function reference(id: string): ReferenceView {
  return {
    id,
    number: 1,
    label: "[1]",
    raw: "A. Smith, B. Lee, C. Roe. A study. 2020.",
    authors: ["Smith", "Lee", "Roe"].map((family) => ({ family, given: "" })),
    year: 2020,
    title: "A study",
    venue: null,
    volume: null,
    issue: null,
    pages: null,
    locator: nowhere,
    doi: null,
    arxiv: null,
    pmid: null,
    pmcid: null,
    isbn: null,
    url: null,
  };
}

export function documentView(citations: CitationView[]): DocumentView {
  return { format: "latexml", title: "A title", style: "numeric", citations, references: [], anomalies: [] };
}

export function finding(cited: string, reference: string, verdict: Verdict): Finding {
  return {
    citation: cited,
    reference,
    verdict,
    category:
      verdict === "miscited"
        ? { category: "content-misrepresentation", subtype: "contradictory", suggested: false }
        : null,
    confidence: verdict === "unchecked" ? null : 0.86,
    claim: "Mortality fell by 95 %.",
    function: "result",
    reasons: [{ kind: "number-differs", claim: "95 %", source: "59 %" }],
    message: "The source says 59 %, the sentence 95 %.",
    evidence: [],
    trail: [],
    committee: null,
  };
}

export function summary(complete: boolean): Summary {
  return {
    pairs: 3,
    supported: 1,
    miscited: 1,
    undecidable: 0,
    unchecked: 1,
    unmapped: 0,
    references_resolved: 2,
    references_ghost: 0,
    references_open: 0,
    coverage: 0.67,
    integrity: 0.5,
    complete,
    citations: {
      total: 3,
      review: 1,
      reference: 0,
      retracted_since: 0,
      may_differ: 0,
      may_not_fit: 0,
      undecidable: 0,
      unchecked: 1,
      supported: 1,
      dismissed: 0,
    },
    references: { total: 2, verified: 2, missing: 0, retracted: 0, concern: 0, differs: 0, open: 0 },
  };
}

export function record(status: WorkStatus = { kind: "current" }): WorkRecord {
  return {
    id: "10.1000/1",
    source: "crossref",
    title: "Growth",
    authors: [],
    year: 2019,
    venue: null,
    venue_short: null,
    volume: null,
    issue: null,
    pages: null,
    identifiers: { doi: null, arxiv: null, pmid: null, pmcid: null, isbn: null, url: null },
    abstract_text: null,
    kind: "research",
    status,
  };
}
