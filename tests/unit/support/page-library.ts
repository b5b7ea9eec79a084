/** What tests call inside a real page. */

export { copySafely } from "../../../www/src/article/sanitise";
export { articleOf, parseInSlices } from "../../../www/src/article/parse";
export { HighlightPainter } from "../../../www/src/page/highlight-painter";
export { HitTest } from "../../../www/src/page/hit-test";
export { PlaceFinder } from "../../../www/src/page/locate";
export { makeOwn } from "../../../www/src/page/own";
export { partsOf, runOf } from "../../../www/src/page/runs";
export { takeSnapshot } from "../../../www/src/page/snapshot";
export { ownRoot } from "../../../www/src/ui/own-root";
export { SpanPainter } from "../../../www/src/page/span-painter";
export { TextIndex } from "../../../www/src/page/quote";
export { StandingPlaces } from "../../../www/src/findings/standing-places";
export { wordsOf } from "../../../extension/src/openreview/block-words";
export { readConsole, readForum } from "../../../extension/src/openreview/markup";
