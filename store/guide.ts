/** The pictures of the user guides: the scenes of the stores, and what stores have no room for, each as a reader would come to it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { launch } from "../tests/e2e/support/browser";
import {
  AREA_CHAIRS,
  CONSOLE,
  consolePage,
  KINDS,
  liveConsole,
} from "../tests/e2e/support/openreview/consoles";
import { EDGES, edgeBrowserPage } from "../tests/e2e/support/openreview/edge-browser";
import { FORUM, forumPage } from "../tests/e2e/support/openreview/forum";
import { ADA, BO, CHAIR, JANE, RAE } from "../tests/e2e/support/openreview/frame";
import { style } from "../tests/e2e/support/openreview/style";
import { chairedWorld, type OpenReviewWorld } from "../tests/e2e/support/openreview/world";
import { DIST } from "../tests/e2e/support/reading";
import { site } from "../tests/e2e/support/site";
import type { Served } from "../tests/e2e/support/tls";
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

const OPENREVIEW_WIDTH = 1000;

async function opened({ extension }: OpenReviewWorld, address: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.goto(address);
  await style(page);
  await extension.click(page);
  await page.getByRole("region", { name: "Citelight" }).waitFor();
  return page;
}

/** One region of a page, no higher than a picture may be. */
async function part(name: string, page: Page, region: Locator): Promise<Picture> {
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width: OPENREVIEW_WIDTH, height: 1200 });
  await region.evaluate((element) => {
    element.scrollIntoView({ block: "start", behavior: "instant" });
  });
  const box = await region.boundingBox();
  if (box === null) throw new Error(`${name} is not drawn`);
  const [x, y] = [Math.max(0, box.x - 16), Math.max(0, box.y - 16)];
  const clip = {
    x,
    y,
    width: Math.round(box.width + 32),
    height: Math.min(760, Math.round(box.height + 32)),
  };
  const png = await page.screenshot({ animations: "disabled", caret: "hide", clip });
  await page.close();
  return whole(name, png, clip.width, clip.height);
}

/** What a review suggests, looked up and compared with the submission. */
async function forum(world: OpenReviewWorld): Promise<Picture> {
  const page = await opened(world, FORUM);
  const review = page.getByRole("region", { name: "Suggested references" }).first();
  await world.allowLookUps(page);
  await review.getByRole("button", { name: "Check 4 references" }).click();
  for (const told of [
    /^Found: Evening sleepers/,
    /The work was retracted/,
    /Not found in/,
    /ose to the submission/,
  ])
    await review.getByText(told).first().waitFor({ timeout: SLOW_MS });
  await page.mouse.move(0, 0);
  await review.evaluate((element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
  });
  const picture = await shot("openreview-forum", page);
  await page.close();
  return picture;
}

/** How a reviewer fits. */
async function assignment(world: OpenReviewWorld): Promise<Picture> {
  const page = await opened(world, FORUM);
  await page.getByText("Check an assignment").click();
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByLabel("Reviewer’s profile").fill(RAE.id);
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText(/^Co-author of/).waitFor({ timeout: SLOW_MS });
  return part("openreview-assignment", page, page.getByRole("region", { name: "Citelight" }));
}

/** The queue of a console, some submissions on. */
async function queue(world: OpenReviewWorld): Promise<Picture> {
  const page = await opened(world, CONSOLE);
  await page.getByRole("button", { name: "Check submissions" }).click();
  await page.getByText(/^[3-8] of 8 submissions checked/).waitFor({ timeout: SLOW_MS });
  await page.mouse.move(0, 0);
  const picture = await shot("openreview-console", page);
  await page.close();
  return picture;
}

/** The table of whoever chairs, all of it checked. */
async function chairs(world: OpenReviewWorld): Promise<Picture> {
  world.pages.set("/group", liveConsole(KINDS.areaChairs, 3));
  const page = await opened(world, AREA_CHAIRS);
  await page.getByText("Table for chairs").click();
  await page.getByRole("button", { name: "Build the table" }).click();
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check suggestions and reviewers" }).click();
  await page.getByText("2 of 2 submissions checked.").waitFor({ timeout: SLOW_MS });
  return part("openreview-chairs", page, page.locator("table.chairs"));
}

/** Fit and conflicts in the browser of edges. */
async function edges(world: OpenReviewWorld): Promise<Picture> {
  const page = await opened(world, EDGES);
  await page.getByLabel("by the identities revealed to you").check();
  await page.getByRole("button", { name: "Check fit and conflicts" }).click();
  await page.getByText("2 of 2 reviewers compared.").waitFor({ timeout: SLOW_MS });
  return part("openreview-edges", page, page.locator("main"));
}

async function openReview(): Promise<Picture[]> {
  const forumOf = forumPage({ authors: { kind: "revealed", people: [ADA, BO] }, reader: CHAIR });
  const world = await chairedWorld(
    new Map<string, string | Served>([
      ["/forum", forumOf],
      ["/group", consolePage(8)],
      ["/edges/browse", edgeBrowserPage({ reviewers: [RAE, JANE] })],
      ["/pdf", { type: "application/pdf", body: readFileSync("tests/fixtures/pdf/author-year.pdf") }],
    ]),
  );
  try {
    const first = await queue(world);
    return [first, await forum(world), await assignment(world), await chairs(world), await edges(world)];
  } finally {
    await world.close();
  }
}

interface ComponentPicture {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly width: number;
  readonly height: number;
  /** Drawn pixels for each pixel of the page. */
  readonly zoom: number;
}

const COMPONENT: readonly ComponentPicture[] = [
  { name: "component-light", scheme: "light", width: WIDTH, height: HEIGHT, zoom: 1 },
  { name: "component-dark", scheme: "dark", width: WIDTH, height: HEIGHT, zoom: 1 },
  { name: "component-narrow", scheme: "light", width: 420, height: 760, zoom: 1 },
  { name: "component-zoom", scheme: "light", width: WIDTH / 2, height: HEIGHT / 2, zoom: 2 },
];

/** The plain example as a journal serves it, with findings that were computed beforehand. */
async function component(
  browser: Browser,
  { name, scheme, width, height, zoom }: ComponentPicture,
): Promise<Picture> {
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
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: zoom,
    colorScheme: scheme,
  });
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
    return await shot(name, page, { width: width * zoom, height: height * zoom });
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
  component: async (browser) => {
    const pictures: Picture[] = [];
    for (const one of COMPONENT) pictures.push(await component(browser, one));
    return pictures;
  },
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
