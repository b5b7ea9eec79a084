/** A sign for whether a bar was reached: a shape of its own for each, always beside the word. */

import { icon } from "../shared/ui/dom";
import type { Outcome } from "./tables.mjs";

const PATHS: Record<Outcome, string> = {
  reached: "M3 8.5l3.5 3.5L13 4.5",
  "not reached": "M4 4l8 8M12 4l-8 8",
  "no bar": "M4 8h8",
};

export const outcomeSign = (outcome: Outcome): SVGSVGElement =>
  icon(PATHS[outcome], `sign sign-${outcome.replace(" ", "-")}`);
