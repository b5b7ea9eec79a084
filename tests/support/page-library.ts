/** What tests call inside a real page. */

export { copySafely } from "@citelight/shared/article/sanitise";
export { articleOf, parseInSlices } from "@citelight/shared/article/parse";
export { HighlightPainter } from "@citelight/shared/page/highlight-painter";
export { HitTest } from "@citelight/shared/page/hit-test";
export { PlaceFinder } from "@citelight/shared/page/locate";
export { makeOwn } from "@citelight/shared/page/own";
export { partsOf, runOf } from "@citelight/shared/page/runs";
export { takeSnapshot } from "@citelight/shared/page/snapshot";
export { ownRoot } from "@citelight/shared/ui/own-root";
export { SpanPainter } from "@citelight/shared/page/span-painter";
export { TextIndex } from "@citelight/shared/page/quote";
export { StandingPlaces } from "../../www/component/findings/standing-places";
export { wordsOf } from "../../extension/src/openreview/block-words";
export { readConsole, readForum } from "../../extension/src/openreview/markup";
