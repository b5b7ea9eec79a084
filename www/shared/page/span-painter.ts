/**
 * Marks by wrapper elements, where the browser has no Custom Highlight API. Each piece of text is wrapped once, before
 * anything is shown; later only attributes change, so ranges of later citations never go stale.
 */

import { needsALook, mostSevere, type FindingSeverity } from "../audit/severity";
import type { SubjectKey } from "../audit/subject";
import type { Mark, Painter } from "./painter";
import css from "./marks.css";

interface Piece {
  readonly wrapper: HTMLElement;
  readonly surfaceOf: readonly SubjectKey[];
  /** Marks of whose references it names one, and which. */
  readonly partOf: readonly { readonly id: SubjectKey; readonly reference: string }[];
  readonly sentenceOf: readonly SubjectKey[];
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly id: SubjectKey;
  readonly part: "surface" | "sentence" | { readonly reference: string };
}

export class SpanPainter implements Painter {
  readonly #pieces = new Map<SubjectKey, Piece[]>();
  readonly #needs = new Map<SubjectKey, { need: FindingSeverity; of: ReadonlySet<string> | null }>();
  /** References of a mark whose words can be told apart. */
  readonly #named = new Map<SubjectKey, ReadonlySet<string>>();
  readonly #sheet: CSSStyleSheet;
  readonly #entries = new Set<SubjectKey>();
  #active: SubjectKey | null = null;

  constructor() {
    this.#sheet = new CSSStyleSheet();
    this.#sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
  }

  prepare(marks: readonly Mark[]): void {
    const stretches = new Map<Text, Stretch[]>();
    for (const mark of marks) {
      if (mark.subject.kind === "reference") this.#entries.add(mark.id);
      collect(stretches, mark.surface, mark.id, "surface");
      collect(stretches, mark.sentence, mark.id, "sentence");
      for (const { reference, ranges } of mark.parts) collect(stretches, ranges, mark.id, { reference });
      this.#named.set(mark.id, new Set(mark.parts.map(({ reference }) => reference)));
    }
    for (const [text, list] of stretches) this.#wrap(text, list);
  }

  paint(id: SubjectKey, need: FindingSeverity | null, of: ReadonlySet<string> | null = null): void {
    const named = this.#named.get(id);
    const isTold = of !== null && of.size > 0 && [...of].every((reference) => named?.has(reference) === true);
    if (need === null) this.#needs.delete(id);
    else this.#needs.set(id, { need, of: isTold ? of : null });
    this.#show(id);
  }

  activate(id: SubjectKey | null): void {
    const before = this.#active;
    this.#active = id;
    for (const changed of [before, id]) if (changed !== null) this.#show(changed);
  }

  clear(): void {
    for (const pieces of this.#pieces.values()) {
      for (const { wrapper } of pieces) {
        const parent = wrapper.parentNode;
        wrapper.replaceWith(...wrapper.childNodes);
        parent?.normalize();
      }
    }
    this.#pieces.clear();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }

  #wrap(text: Text, list: readonly Stretch[]): void {
    const cuts = [...new Set(list.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
    // From the end, so that earlier offsets stay what they are.
    for (let index = cuts.length - 2; index >= 0; index -= 1) {
      const start = cuts[index] ?? 0;
      const end = cuts[index + 1] ?? 0;
      const within = list.filter((stretch) => stretch.start <= start && end <= stretch.end);
      if (within.length === 0 || start >= end) continue;
      text.splitText(end);
      const middle = text.splitText(start);
      const wrapper = document.createElement("span");
      wrapper.className = "citelight-mark";
      middle.replaceWith(wrapper);
      wrapper.append(middle);
      const of = (part: Stretch["part"]): SubjectKey[] =>
        within.filter((one) => one.part === part).map(({ id }) => id);
      const partOf = within.flatMap(({ id, part }) =>
        typeof part === "string" ? [] : [{ id, reference: part.reference }],
      );
      const piece: Piece = { wrapper, surfaceOf: of("surface"), sentenceOf: of("sentence"), partOf };
      for (const id of new Set([...piece.surfaceOf, ...piece.sentenceOf])) {
        this.#pieces.set(id, [...(this.#pieces.get(id) ?? []), piece]);
      }
    }
  }

  #show(id: SubjectKey): void {
    for (const { wrapper, surfaceOf, sentenceOf, partOf } of this.#pieces.get(id) ?? []) {
      const names = (one: SubjectKey, of: ReadonlySet<string>): boolean =>
        partOf.some((part) => part.id === one && of.has(part.reference));
      const surface = surfaceOf.flatMap((one) => {
        const shown = this.#needs.get(one);
        return shown === undefined || (shown.of !== null && !names(one, shown.of)) ? [] : [shown.need];
      });
      const sentence = sentenceOf.flatMap((one) => {
        const need = this.#needs.get(one)?.need;
        return need !== undefined && (needsALook(need) || this.#entries.has(one)) ? [need] : [];
      });
      setOrRemove(wrapper, "data-surface", mostSevere(surface));
      setOrRemove(wrapper, "data-sentence", mostSevere(sentence));
      wrapper.toggleAttribute("data-active", this.#active !== null && sentenceOf.includes(this.#active));
    }
  }
}

function collect(
  into: Map<Text, Stretch[]>,
  ranges: readonly Range[],
  id: SubjectKey,
  part: Stretch["part"],
): void {
  for (const range of ranges) {
    const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
    const first =
      range.commonAncestorContainer.nodeType === Node.TEXT_NODE
        ? range.commonAncestorContainer
        : walker.nextNode();
    for (let node: Node | null = first; node !== null; node = walker.nextNode()) {
      if (!range.intersectsNode(node)) continue;
      const text = node as Text;
      const start = text === range.startContainer ? range.startOffset : 0;
      const end = text === range.endContainer ? range.endOffset : text.length;
      if (start < end) into.set(text, [...(into.get(text) ?? []), { start, end, id, part }]);
    }
  }
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
