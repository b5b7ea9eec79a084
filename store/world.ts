/** The browser and the small world that the screenshots are made in: the real package, pages that may be passed on, the fake scholarly APIs. */

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Extension } from "../tests/e2e/support/extension";
import { grantedCopy } from "../tests/e2e/support/granted";
import { writeHabits } from "../tests/e2e/support/habits";
import { ARTICLE, sleepWeb } from "../tests/e2e/support/sleep";
import { serveSecurely, type Served } from "../tests/e2e/support/tls";
import { HOSTS } from "../tests/fake-apis/sources.mjs";

const HOST = "journal.example";
/** A journal's margins, and its paper in two columns; a short article, too, can be scrolled. */
const STYLE = `
body { min-height: calc(100vh + 80px); padding: 24px 40px; background: var(--paper); }
.article { max-width: 84ch; }
@media print {
  body { padding: 0; }
  .article { columns: 2; column-gap: 8mm; font-size: 13px; line-height: 1.45; }
  .article h1, .article .sample-notice, .article .ltx_abstract { column-span: all; }
  .article h1 { font-size: 24px; }
  .article h2 { font-size: 16px; }
  .article a { text-decoration: none; }
}
`;

/** An article as a journal would set it. */
function set(html: string): string {
  return html
    .replace(
      "</head>",
      '<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/style.css"></head>',
    )
    .replace(/<article(?: class="([^"]*)")?>/, '<article class="article $1">');
}

export class World {
  private constructor(
    readonly extension: Extension,
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<World> {
    const web = await sleepWeb();
    const style = ["www/page.css", "www/demo/demo.css", "www/shared/article/article.css"].map((path) =>
      readFileSync(path, "utf8"),
    );
    const pages = new Map<string, string | Served>([
      ["/sample", set(readFileSync("www/demo/articles/sample.html", "utf8"))],
      ["/sleep", set(ARTICLE)],
      ["/style.css", { type: "text/css; charset=utf-8", body: Buffer.from([...style, STYLE].join("\n")) }],
    ]);
    const prefixes = Object.entries(HOSTS as Readonly<Record<string, string>>);
    const standIns = new Map(prefixes.map(([name, prefix]) => [name, `${web.url}/${prefix}`]));
    const server = await serveSecurely(pages, standIns);
    const copy = grantedCopy([`https://${HOST}/*`]);
    // The works that the PDF cites are invented, so no library but a made one has them.
    const habits = mkdtempSync(join(tmpdir(), "citelight-habits-"));
    writeHabits(habits);
    appendFileSync(
      join(copy.folder, "library/records.jsonl"),
      readFileSync(join(habits, "records.jsonl"), "utf8"),
    );
    rmSync(habits, { recursive: true, force: true });
    const extension = await Extension.launch(copy.folder, [HOST, ...standIns.keys()], server.port);
    // The first page comes by itself, and in front of whatever is there.
    const { context } = extension;
    const welcome =
      context.pages().find((page) => page.url().endsWith("/welcome.html")) ??
      (await context.waitForEvent("page", (page) => page.url().endsWith("/welcome.html")));
    await welcome.close();
    return new World(extension, async () => {
      await extension.close();
      await server.close();
      await web.close();
      copy.remove();
    });
  }

  async page(width: number, height: number, address: string): Promise<Page> {
    const page = await this.extension.context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(address);
    return page;
  }

  article(name: "sample" | "sleep", width: number, height: number): Promise<Page> {
    return this.page(width, height, `https://${HOST}/${name}`);
  }

  own(path: string, width: number, height: number): Promise<Page> {
    return this.page(width, height, `chrome-extension://${this.extension.id}/${path}`);
  }
}
