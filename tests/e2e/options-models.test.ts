// A reader adds a larger model in the options: it is downloaded from the hub, checked, used, and removed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { ARTICLE } from "./support/lamps";
import { extensionOffering, hubWith, type ModelHub } from "./support/model-store";
import { axe, checkAgain, SCREENSHOTS, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const ADDRESS = "https://journal.example/lamps";
const HUB = "huggingface.co";

let hub: ModelHub["hub"];
let server: SecureServer;
let extension: Extension;
let copy: ReturnType<typeof extensionOffering>;
let options: Page;
let page: Page;
let panel: Page;

before(async () => {
  const made = await hubWith([
    { folder: "models", id: "nli-minilm", as: "larger-nli" },
    { folder: "tests/fixtures/models/small", id: "roberta-rank", as: "small-rank" },
    { folder: "models", id: "all-MiniLM-L6-v2", as: "other-bi-encoder" },
  ]);
  hub = made.hub;
  server = await serveSecurely(new Map([["/lamps", ARTICLE]]), new Map([[HUB, hub.url]]));
  copy = extensionOffering("chrome", made.catalogue);
  extension = await Extension.launch(copy.folder, ["journal.example", HUB], server.port);
  page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  panel = await extension.sidePanel();
  await waitForEnd(panel);
  options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
});

after(async () => {
  await extension.close();
  await server.close();
  await hub.close();
  copy.remove();
});

const row = (id: string) => options.getByRole("listitem").filter({ hasText: id });
const button = (name: string) => options.getByRole("button", { name, exact: true });

/** The models that the technical details of the article's only claim name. */
async function modelsOfCard(): Promise<string> {
  await panel.bringToFront();
  await panel.locator(".group .rows button").first().click();
  await page.bringToFront();
  const card = page.getByRole("dialog");
  await card.getByText("Technical details").click();
  const text = await card.innerText();
  await page.keyboard.press("Escape");
  return text;
}

test("models are offered with their size, their licence and what they do, and nobody is asked before the click", async () => {
  await row("larger-nli")
    .getByText(/^24 MB, Apache-2\.0$/)
    .waitFor();
  await row("small-rank")
    .getByText(/puts the best first/)
    .waitFor();
  assert.equal(await row("other-bi-encoder").count(), 0, "a fit was measured with the embedded one");
  assert.deepEqual(hub.asked(), []);
  assert.deepEqual(await axe(options), []);
});

test("a download that breaks off goes on where it was, and each request is listed", async () => {
  hub.fault({ cutAfter: 9_000_000, cuts: 1 });
  await button("Download larger-nli").click();
  await row("larger-nli").getByText("The connection broke off. What has arrived is kept.").waitFor();
  await row("larger-nli")
    .getByText(/^[4-9] of 24 MB downloaded\.$/)
    .waitFor();
  assert.deepEqual(await axe(options), []);
  await options.screenshot({ path: join(SCREENSHOTS, "options-models.png"), fullPage: true });
  await options.reload();
  await button("Continue download of larger-nli").click();
  await row("larger-nli").getByText("Downloaded. Used from the next check on.").waitFor();
  const ranges = hub.asked().map(({ range }) => range);
  assert.match(String(ranges[1]), /^bytes=[4-9]\d{6}-$/);
  const log = options.getByRole("region", { name: "What leaves this browser" });
  assert.equal(await log.getByText(/^GET https:\/\/huggingface\.co\/owner\/larger-nli\//).count(), 3);
});

test("the model is used from the next check on, by its name, and after it was removed the embedded one is", async () => {
  assert.match(await modelsOfCard(), /nli-minilm@9d61c02b/);
  await panel.bringToFront();
  await checkAgain(panel);
  assert.match(await modelsOfCard(), /larger-nli@9d61c02b/);
  await options.bringToFront();
  await button("Remove larger-nli").click();
  await button("Download larger-nli").waitFor();
  await panel.bringToFront();
  await checkAgain(panel);
  assert.match(await modelsOfCard(), /nli-minilm@9d61c02b/);
});

test("a file that is another one is refused, deleted and told", async () => {
  await options.bringToFront();
  const graph = readFileSync("tests/fixtures/models/small/roberta-rank.onnx");
  graph[100] = (graph[100] ?? 0) ^ 1;
  hub.replace("small-rank", graph);
  await button("Download small-rank").click();
  await row("small-rank")
    .getByText(/isn’t the one that Citelight expects, so it was deleted/)
    .waitFor();
  await button("Download small-rank").waitFor();
});

test("a download is stopped and what came of it removed", async () => {
  hub.fault({ pause: 50, chunk: 200_000 });
  await button("Download larger-nli").click();
  await row("larger-nli")
    .getByText(/^Downloading: [1-9]\d* of 24 MB$/)
    .waitFor();
  await button("Stop download of larger-nli").click();
  await row("larger-nli").getByText("Stopped. What has arrived is kept.").waitFor();
  await button("Remove larger-nli").click();
  await button("Download larger-nli").waitFor();
});
