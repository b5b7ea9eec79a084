/** The pictures of the user guides: the scenes of the stores, and what stores have no room for, each as a reader would come to it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launch } from "../tests/e2e/support/browser";
import { Extension } from "../tests/e2e/support/extension";
import { grantedCopy } from "../tests/e2e/support/granted";
import { writeHabits } from "../tests/e2e/support/habits";
import { CONSOLE, consolePage } from "../tests/e2e/support/openreview/consoles";
import { FORUM, forumPage } from "../tests/e2e/support/openreview/forum";
import { suggestedWorks } from "../tests/e2e/support/openreview/works";
import { DIST } from "../tests/e2e/support/reading";
import { site } from "../tests/e2e/support/site";
import { serveSecurely, type Served } from "../tests/e2e/support/tls";
import { HOSTS } from "../tests/fake-apis/sources.mjs";
import { draw, whole, type Picture } from "./pictures";
import { scenes } from "./scenes";
import { World } from "./world";

const WIDTH = 1200;
const HEIGHT = 760;
/** Of pages that are one column of text. */
const COLUMN = { width: 720, height: 860 };
const SLOW_MS = 5 * 60_000;

/** Names in docs/images of the stores' pictures. */
const OF_STORES: Readonly<Record<string, string>> = {
  "1-article": "extension-article",
  "2-references": "extension-references",
  "3-pdf": "extension-pdf",
  "4-privacy": "extension-requests",
  "5-dark": "extension-dark",
};

/** Pages of OpenReview are rebuilt without its style: just enough of one to be read, as a file, since the pages allow no inline style. */
const STYLE = "/guide.css";
const FORUM_STYLE = `
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
nav { padding: 10px 32px; background: #8c1b13; } nav a { color: #fff; text-decoration: none; }
#content { max-width: 1000px; margin: 16px auto; padding: 0 32px; }
.note { margin: 16px 0; padding: 8px 16px; border: 1px solid #ddd; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; } td, th { padding: 6px 10px; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
`;

async function shot(
  name: string,
  page: Page,
  { width, height } = { width: WIDTH, height: HEIGHT },
): Promise<Picture> {
  await page.bringToFront();
  return whole(name, await page.screenshot({ animations: "disabled", caret: "hide" }), width, height);
}

/** The pages that the extension opens by itself. */
async function ownPages(): Promise<Picture[]> {
  const world = await World.open();
  try {
    const { width, height } = COLUMN;
    const welcome = await shot("extension-welcome", await world.own("welcome.html", width, height), COLUMN);
    const options = await shot("extension-options", await world.own("options.html", width, height), COLUMN);
    return [welcome, options];
  } finally {
    await world.close();
  }
}

async function opened(extension: Extension, address: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.goto(address);
  await page.addStyleTag({ url: STYLE });
  await extension.click(page);
  return page;
}

/** What a review suggests, looked up and compared with the submission. */
async function forum(extension: Extension): Promise<Picture> {
  const page = await opened(extension, FORUM);
  const review = page.getByRole("region", { name: "Suggested references" }).first();
  await review.waitFor();
  const panel = await extension.sidePanel();
  await panel.getByRole("button", { name: "Look up references online" }).click();
  await page.bringToFront();
  await review.getByRole("button", { name: "Check 4 references" }).click();
  for (const told of [
    /^Found: Evening sleepers/,
    /The work was retracted/,
    /Not found in/,
    /ear to the submission/,
  ])
    await review.getByText(told).first().waitFor({ timeout: SLOW_MS });
  await page.mouse.move(0, 0);
  await review.evaluate((element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
  });
  const picture = await shot("openreview-forum", page);
  await panel.close();
  await page.close();
  return picture;
}

/** The queue of a console, some submissions on. */
async function queue(extension: Extension): Promise<Picture> {
  const page = await opened(extension, CONSOLE);
  await page.getByRole("button", { name: "Check submissions" }).click();
  await page.getByText(/^3 of 8 submissions checked/).waitFor({ timeout: SLOW_MS });
  await page.mouse.move(0, 0);
  const picture = await shot("openreview-console", page);
  await page.close();
  return picture;
}

async function openReview(): Promise<Picture[]> {
  const web = await suggestedWorks();
  const prefixes = Object.entries(HOSTS as Readonly<Record<string, string>>);
  const standIns = new Map(prefixes.map(([name, prefix]) => [name, `${web.url}/${prefix}`]));
  const pages = new Map<string, string | Served>([
    ["/forum", forumPage()],
    ["/group", consolePage(8)],
    [STYLE, { type: "text/css", body: Buffer.from(FORUM_STYLE) }],
    ["/pdf", { type: "application/pdf", body: readFileSync("tests/fixtures/pdf/author-year.pdf") }],
  ]);
  const server = await serveSecurely(pages, standIns);
  const copy = grantedCopy();
  writeHabits(join(copy.folder, "library"));
  const extension = await Extension.launch(copy.folder, ["openreview.net", ...standIns.keys()], server.port);
  try {
    return [await queue(extension), await forum(extension)];
  } finally {
    await extension.close();
    await server.close();
    await web.close();
    copy.remove();
  }
}

/** The plain example as a journal serves it, with findings that were computed beforehand. */
async function component(browser: Browser, scheme: "light" | "dark"): Promise<Picture> {
  const sample = readFileSync("www/demo/articles/sample.html", "utf8");
  const article = /<article[^>]*>([\s\S]*)<\/article>/.exec(sample)?.[1];
  if (article === undefined) throw new Error("the sample has no article");
  const host = await site(
    { "/citelight/": join(DIST, "www"), "/": "examples/plain" },
    {
      "/article.html": readFileSync("examples/plain/index.html", "utf8").replace(
        "<!-- article -->",
        () => article,
      ),
      "/findings.json": readFileSync("tests/fixtures/findings/sample.json", "utf8"),
    },
  );
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: scheme });
  try {
    await page.goto(`${host.url}article.html`);
    await page.locator("cite-light").getByRole("button").click();
    await page.locator("cite-light .group .rows button.need-review").first().click();
    await page.getByRole("dialog").waitFor();
    // The card is placed when the page has been scrolled and drawn.
    await page.waitForTimeout(500);
    await page.mouse.move(0, 0);
    await page.locator("cite-light").evaluate((element) => {
      element.scrollTop = 0;
    });
    return await shot(`component-${scheme}`, page);
  } finally {
    await page.close();
    await host.close();
  }
}

/** WebP, which takes a third of a PNG's bytes. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const address = await page.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        canvas.getContext("2d")?.drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", 0.6);
      },
      `data:image/png;base64,${png.toString("base64")}`,
    );
    const [, base64] = /^data:image\/webp;base64,(.+)$/.exec(address) ?? [];
    if (base64 === undefined) throw new Error("this browser writes no WebP");
    return Buffer.from(base64, "base64");
  } finally {
    await page.close();
  }
}

const GROUPS: Readonly<Record<string, (browser: Browser) => Promise<Picture[]>>> = {
  component: async (browser) => [await component(browser, "light"), await component(browser, "dark")],
  own: ownPages,
  openreview: openReview,
  extension: async () =>
    (await scenes()).map((picture) => ({ ...picture, name: OF_STORES[picture.name] ?? picture.name })),
};

/** @param wanted names of groups; all of them if empty. */
export async function guidePictures(wanted: readonly string[]): Promise<Map<string, Buffer>> {
  const browser = await launch();
  const made = new Map<string, Buffer>();
  try {
    for (const [group, pictures] of Object.entries(GROUPS)) {
      if (wanted.length > 0 && !wanted.includes(group)) continue;
      for (const picture of await pictures(browser))
        made.set(picture.name, await asWebp(browser, await draw(browser, picture)));
    }
  } finally {
    await browser.close();
  }
  if (made.size === 0) throw new Error(`the groups of pictures are ${Object.keys(GROUPS).join(", ")}`);
  return made;
}
