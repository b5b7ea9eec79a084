/** What tests call inside a real page. */

export { AuditState } from "@citelight/shared/audit/state";
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
export { TagLayer } from "@citelight/shared/page/tag-layer";
export { WINDOW_VIEWPORT } from "@citelight/shared/page/viewport";
export { Card } from "@citelight/shared/ui/card";
export { CountPill } from "@citelight/shared/ui/count-pill";
export { english } from "@citelight/shared/ui/locales/english/index";
export { Panel } from "@citelight/shared/ui/panel";
export { Theme } from "@citelight/shared/ui/theme";
export { TextIndex } from "@citelight/shared/page/quote";
export { TextAnchors } from "../../www/shared/findings/text-anchors";
export { isConsole, listedOnAllPages, readConsole } from "../../extension/src/openreview/console-markup";
export { edgeSelection } from "../../extension/src/openreview/edge-markup";
export { blocksOf } from "../../extension/src/openreview/lines";
export { readForum, stateOf } from "../../extension/src/openreview/markup";
export { domainsByAuthor, revealedIn } from "../../extension/src/openreview/people";
