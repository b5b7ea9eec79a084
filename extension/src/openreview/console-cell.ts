/** The cell of one submission: a small ring for the share that was read, and a word. */

import { fill, h } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { localized } from "@citelight/shared/ui/errors";
import type { PolicyProfile } from "@citelight/shared/audit/policy";
import type { SubmissionState } from "./audit-queue";
import { button, makeShadowHost } from "./shadow-host";
import { countsBy } from "./submission-counts";

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 6;
const ROUND = 2 * Math.PI * RADIUS;

export class ConsoleCell {
  readonly host: HTMLElement;
  readonly #words: ExtensionMessages;
  readonly #button: HTMLButtonElement;

  /** @param open leads to the submission's own audit. */
  constructor(title: string, theme: Theme, words: ExtensionMessages, open: () => void) {
    const { host, root } = makeShadowHost("cell", theme, words, true);
    this.host = host;
    this.#words = words;
    this.#button = button("", open, "cell");
    this.#button.title = words.openReview.cell.opens(title);
    fill(root, this.#button);
  }

  /** @param policy by which problems count; null for none. */
  show(standing: SubmissionState, policy: PolicyProfile | null): void {
    const told = toldOf(standing, policy);
    const share = told === null || told.total === 0 ? 0 : told.judged / told.total;
    const isReview = told !== null && told.problems > 0;
    this.#button.className = `cell ${standing.kind}${isReview ? " review" : ""}`;
    const more = moreOf(this.#words, standing, told);
    fill(
      this.#button,
      ring(share),
      h("span", {}, wordOf(this.#words, standing, told)),
      more === null ? null : h("span", { class: "more" }, more),
    );
  }
}

/** What a cell tells of citations. */
interface Told {
  total: number;
  judged: number;
  problems: number;
}

/** Null as long as nothing is known. */
export function toldOf(standing: SubmissionState, policy: PolicyProfile | null): Told | null {
  const counts = "counts" in standing ? standing.counts : null;
  return counts === null ? null : { total: counts.total, ...countsBy(policy, counts) };
}

export function wordOf(
  { openReview: { cell: text } }: ExtensionMessages,
  standing: SubmissionState,
  told: Told | null,
): string {
  switch (standing.kind) {
    case "waiting":
      return text.waiting;
    case "failed":
      return text.failed;
    case "running":
    case "checked":
      if (told === null || (standing.kind === "running" && told.judged === 0)) return text.reading;
      if (told.total === 0) return text.noCitations;
      if (told.problems > 0) return text.review(told.problems);
      // What nobody could read is not clean.
      return told.judged === 0 ? text.notRead : text.clean;
  }
}

function moreOf(words: ExtensionMessages, standing: SubmissionState, told: Told | null): string | null {
  const { cell: text } = words.openReview;
  if (standing.kind === "failed") return localized(words, standing.reason);
  if (told === null || told.total === 0) return null;
  if (standing.kind === "checked" && told.judged === 0 && !standing.lookedUp) return text.notReadHint;
  return words.panel.judged(told.judged, told.total);
}

function ring(share: number): SVGSVGElement {
  const circle = (name: string): SVGCircleElement => {
    const made = document.createElementNS(SVG, "circle");
    for (const [key, value] of Object.entries({ cx: 8, cy: 8, r: RADIUS }))
      made.setAttribute(key, String(value));
    made.setAttribute("class", name);
    return made;
  };
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "ring");
  svg.setAttribute("aria-hidden", "true");
  const done = circle("done");
  done.setAttribute("stroke-dasharray", `${share * ROUND} ${ROUND}`);
  svg.append(circle("whole"), done);
  return svg;
}
