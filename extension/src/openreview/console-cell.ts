/** The cell of one submission: a small ring for the share that was read, and a word. */

import { fill, h } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { localized } from "@citelight/shared/ui/errors";
import { judged, problems } from "@citelight/shared/audit/counts";
import type { CitationCounts } from "@citelight/shared/generated/CitationCounts";
import type { SubmissionState } from "./audit-queue";
import { button, makeShadowHost } from "./shadow-host";

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

  show(standing: SubmissionState): void {
    const counts = "counts" in standing ? standing.counts : null;
    const share = counts === null || counts.total === 0 ? 0 : judged(counts) / counts.total;
    const isReview = counts !== null && problems(counts) > 0;
    this.#button.className = `cell ${standing.kind}${isReview ? " review" : ""}`;
    const more = moreOf(this.#words, standing, counts);
    fill(
      this.#button,
      ring(share),
      h("span", {}, wordOf(this.#words, standing)),
      more === null ? null : h("span", { class: "more" }, more),
    );
  }
}

export function wordOf({ openReview: { cell: text } }: ExtensionMessages, standing: SubmissionState): string {
  switch (standing.kind) {
    case "waiting":
      return text.waiting;
    case "failed":
      return text.failed;
    case "running":
    case "checked": {
      const { counts } = standing;
      if (counts === null || (standing.kind === "running" && judged(counts) === 0)) return text.reading;
      if (counts.total === 0) return text.noCitations;
      if (problems(counts) > 0) return text.review(problems(counts));
      // What nobody could read is not clean.
      return judged(counts) === 0 ? text.notRead : text.clean;
    }
  }
}

function moreOf(
  words: ExtensionMessages,
  standing: SubmissionState,
  counts: CitationCounts | null,
): string | null {
  const { cell: text } = words.openReview;
  if (standing.kind === "failed") return localized(words, standing.reason);
  if (counts === null || counts.total === 0) return null;
  if (standing.kind === "checked" && judged(counts) === 0) return text.notReadHint;
  return words.panel.judged(judged(counts), counts.total);
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
