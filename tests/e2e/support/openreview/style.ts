/** Pages of OpenReview are rebuilt without its style: just enough of one to be read, as a file, since the pages allow no inline style. */

import type { Page } from "playwright-core";
import type { Pages } from "./world";

const STYLE = "/guide.css";
const CSS = `
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
nav { padding: 10px 32px; background: #8c1b13; } nav a { color: #fff; text-decoration: none; }
#content { max-width: 1000px; margin: 16px auto; padding: 0 32px; }
.note, li.entry { margin: 16px 0; padding: 8px 16px; border: 1px solid #ddd; border-radius: 4px; }
.note .note { margin: 0; padding: 0; border: 0; }
table { border-collapse: collapse; width: 100%; } td, th { padding: 6px 10px; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
.nav-tabs, .pagination, .list-unstyled { display: flex; flex-wrap: wrap; gap: 16px; padding: 0; list-style: none; } .list-unstyled { display: block; }
.explore-interface { display: flex; gap: 16px; align-items: start; overflow-x: auto; }
.column { flex: 0 0 min(460px, 100%); box-sizing: border-box; } li.entry { margin: 8px 0; } li.is-selected { background: #f3f6fa; }
.console-table h4, .note-heading h3, .reviewer-heading h3 { margin: 0; font-size: 15px; }
@media (max-width: 700px) { #content { padding: 0 12px; } .console-table { font-size: 13px; } .console-table td, .console-table th { padding: 4px; } }
html[data-dark] body { color: #ddd; background: #16181c; } html[data-dark] a { color: #8ab4f8; } html[data-dark] li.is-selected { background: #20242b; }
`;

export function serveStyle(pages: Pages): void {
  pages.set(STYLE, { type: "text/css", body: Buffer.from(CSS) });
}

export async function style(page: Page): Promise<void> {
  await page.addStyleTag({ url: STYLE });
}
