/** What tests call inside a real page. */

export { copySafely } from "@citelight/shared/article/sanitise";
export { findFullTexts } from "@citelight/shared/page/find-full-texts";
export { articleOf, parseInSlices } from "@citelight/shared/article/parse";
export { HighlightPainter } from "@citelight/shared/page/highlight-painter";
export { HitTest } from "@citelight/shared/page/hit-test";
export { SnapshotAnchors } from "@citelight/shared/page/snapshot-anchors";
export { makeOwn } from "@citelight/shared/page/own-elements";
export { partsOf, runOf } from "@citelight/shared/page/runs";
export { takeSnapshot } from "@citelight/shared/page/snapshot";
export { ownRoot } from "@citelight/shared/ui/own-root";
export { SpanPainter } from "@citelight/shared/page/span-painter";
export { TextIndex } from "@citelight/shared/page/quote";
export { TextAnchors } from "../../www/component/findings/text-anchors";
export { wordsOf } from "../../extension/src/openreview/block-words";
export { readConsole, readForum } from "../../extension/src/openreview/markup";
