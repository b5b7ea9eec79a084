/** Marks by the CSS Custom Highlight API: the page's DOM is not touched. */

import { needsALook, SEVERITIES, type FindingSeverity } from "../audit/severity";
import type { SubjectKey } from "../audit/subject";
import { wordsOf, type Mark, type Painter } from "./painter";
import css from "./marks.css";

const PREFIX = "citelight-";
// Where marks overlap the higher one is painted over the lower.
const PRIORITY: Readonly<Record<FindingSeverity, number>> = {
  unchecked: 1,
  supported: 2,
  undecidable: 3,
  "may-not-fit": 4,
  "may-differ": 5,
  "retracted-since": 6,
  reference: 7,
  review: 8,
};
const ACTIVE = `${PREFIX}active`;

export class HighlightPainter implements Painter {
  readonly #marks = new Map<SubjectKey, Mark>();
  readonly #painted = new Set<SubjectKey>();
  readonly #sheet: CSSStyleSheet;
  #active: readonly AbstractRange[] = [];

  constructor() {
    this.#sheet = new CSSStyleSheet();
    this.#sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  static isSupported(): boolean {
    return typeof Highlight === "function" && "highlights" in CSS;
  }

  prepare(marks: readonly Mark[]): void {
    for (const mark of marks) {
      this.#erase(mark.id);
      this.#marks.set(mark.id, mark);
    }
  }

  paint(id: SubjectKey, need: FindingSeverity | null, of: ReadonlySet<string> | null = null): void {
    this.#erase(id);
    const mark = this.#marks.get(id);
    if (mark === undefined || need === null) return;
    this.#add(`${PREFIX}${need}`, PRIORITY[need] * 2 + 1, wordsOf(mark, of));
    if (needsALook(need) || mark.subject.kind === "reference")
      this.#add(`${PREFIX}${need}-sentence`, PRIORITY[need] * 2, mark.sentence);
    this.#painted.add(id);
  }

  activate(id: SubjectKey | null): void {
    remove(ACTIVE, this.#active);
    const mark = id === null ? undefined : this.#marks.get(id);
    this.#active = mark === undefined ? [] : mark.sentence.length > 0 ? mark.sentence : mark.surface;
    this.#add(ACTIVE, 0, this.#active);
  }

  clear(): void {
    this.activate(null);
    for (const id of [...this.#painted]) this.#erase(id);
    this.#marks.clear();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }

  #erase(id: SubjectKey): void {
    const mark = this.#marks.get(id);
    if (mark === undefined || !this.#painted.delete(id)) return;
    for (const need of SEVERITIES) {
      remove(`${PREFIX}${need}`, mark.surface);
      for (const { ranges } of mark.parts) remove(`${PREFIX}${need}`, ranges);
      remove(`${PREFIX}${need}-sentence`, mark.sentence);
    }
  }

  #add(name: string, priority: number, ranges: readonly AbstractRange[]): void {
    if (ranges.length === 0) return;
    let highlight = CSS.highlights.get(name);
    if (highlight === undefined) {
      highlight = new Highlight();
      highlight.priority = priority;
      CSS.highlights.set(name, highlight);
    }
    for (const range of ranges) highlight.add(range);
  }
}

function remove(name: string, ranges: readonly AbstractRange[]): void {
  const highlight = CSS.highlights.get(name);
  if (highlight === undefined) return;
  for (const range of ranges) highlight.delete(range);
  if (highlight.size === 0) CSS.highlights.delete(name);
}
