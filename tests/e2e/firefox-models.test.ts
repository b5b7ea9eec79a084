// In Firefox, too, a reader adds a larger model in the options, and it is used.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Firefox } from "./support/firefox";
import { press, pressNamed, shows, watchErrors } from "./support/firefox-page";
import { ARTICLE } from "./support/lamps";
import { extensionOffering, hubWith, type ModelHub } from "./support/model-store";
import { serveSecurely, type SecureServer } from "./support/tls";

const ENDED = /^(Check again|Try again)$/;
/** One claim. */
const ENDS_MS = 120_000;

let hub: ModelHub["hub"];
let server: SecureServer;
let firefox: Firefox;
let copy: ReturnType<typeof extensionOffering>;

before(async () => {
  const made = await hubWith([{ folder: "models", id: "nli-minilm", as: "larger-nli" }]);
  hub = made.hub;
  server = await serveSecurely(new Map([["/lamps", ARTICLE]]), new Map([["huggingface.co", hub.url]]));
  copy = extensionOffering("firefox", made.catalogue);
  firefox = await Firefox.launch(copy.folder, server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
  await hub.close();
  copy.remove();
});

test("a model is downloaded in the options and used in the next check", async () => {
  const options = await firefox.open(firefox.url("options.html"));
  const errors = watchErrors(options);
  await shows(options, ".models", /larger-nli 24 MB, Apache-2\.0/);
  assert.deepEqual(hub.asked(), []);
  await pressNamed(options, "Download");
  await shows(options, ".models", /Downloaded\. Used from the next check on\./);
  assert.equal(hub.asked().length, 2);
  assert.deepEqual(errors, []);

  const page = await firefox.browser.newPage();
  await page.goto("https://journal.example/lamps");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", ENDED, ENDS_MS);
  await press(panel, ".group .rows button");
  await page.bringToFront();
  await shows(page, "[role=dialog]", /larger-nli@9d61c02b/);
});
