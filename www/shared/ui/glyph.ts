/** The underline forms as small signs: the same in card, list and text. */

import type { FindingSeverity } from "../audit/severity";
import { icon } from "./dom";

const FORMS: Readonly<Record<FindingSeverity, string>> = {
  review: "M1 9q1.75-4 3.5 0t3.5 0 3.5 0 3.5 0",
  reference: "M1 6.5h14M1 10.5h14",
  "retracted-since": "M1 8.5h6M10 8.5h.01M14 8.5h.01",
  "may-differ": "M2 8.5h.01M6 8.5h.01M10 8.5h.01M14 8.5h.01M1 12.5h14",
  "may-not-fit": "M2 6.5h.01M6 6.5h.01M10 6.5h.01M14 6.5h.01M2 10.5h.01M6 10.5h.01M10 10.5h.01M14 10.5h.01",
  undecidable: "M2 8.5h.01M6 8.5h.01M10 8.5h.01M14 8.5h.01",
  unchecked: "M1 8.5h3M6.5 8.5h3M12 8.5h3",
  supported: "M1 8.5h14",
};

export function glyph(need: FindingSeverity): SVGSVGElement {
  return icon(FORMS[need], `glyph need-${need}`);
}
