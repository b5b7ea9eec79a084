// The draft for a review: what was found in a paper, in a field that the reader edits and copies.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Extension } from "./support/extension";
import { DIST } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const ARTICLE = "https://journal.example/article";
const PAGE = `<!doctype html><html lang="en"><title>On names</title><body><article><h1>On names</h1><h2>Introduction</h2>
<p>Names were preferred by two thirds of the editors <a href="#r1">[1]</a>. They were preferred in all surveys that we know of, which is a long sentence about names.</p>
<p>Entries are found by their number <a href="#r2">[2]</a>. It has been said that numbers are found faster than names by most readers of such lists.</p>
<h2>References</h2><ol><li id="r1">Dahl, D., and Ek, E. What editors want: a survey. Annals of Made-up Results, 2003.</li>
<li id="r2">Frank, F. Finding entries. Annals of Made-up Results, 2012.</li></ol></article></body></html>`;

let server: SecureServer;
let extension: Extension;

before(async () => {
  server = await serveSecurely(new Map([["/article", PAGE]]));
  extension = await Extension.launch(join(DIST, "chrome"), ["journal.example"], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
});

test("a draft for a review can be edited, is copied as it then is, and is sent to nobody", async () => {
  const page = await extension.context.newPage();
  await page.goto(ARTICLE);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await panel.locator(".export summary").click({ timeout: 60_000 });
  await panel.evaluate(() => {
    // No test may read the computer's clipboard: what is put there is told.
    navigator.clipboard.writeText = (text) => {
      document.documentElement.dataset.copied = text;
      return Promise.resolve();
    };
  });
  await panel
    .locator(".finding, [role=option], .findings li")
    .first()
    .waitFor({ timeout: 60_000 })
    .catch(() => undefined);
  const asked = server.asked.length;
  await panel.getByRole("button", { name: "Summary for my review" }).click();
  const draft = panel.getByRole("textbox", { name: "Summary for my review" });
  if (!(await draft.isVisible())) {
    // Nothing was found wanting: the reader finds something.
    await panel.getByText("No citation is left to ask about.").waitFor();
    await page.bringToFront();
    await page.locator("[data-citelight-ui]").first().waitFor();
    await panel.close();
    assert.fail("the page has nothing to ask about");
  }
  assert.notEqual(await draft.inputValue(), "");
  await draft.fill(`${await draft.inputValue()}\n\nBeyond that, well written.`);
  await panel.getByRole("button", { name: "Copy draft" }).click();
  await panel.getByText("Draft copied.").waitFor();
  const copied = await panel.evaluate(() => document.documentElement.dataset.copied ?? "");
  assert.match(copied, /Beyond that, well written\.$/);
  assert.equal(server.asked.length, asked, "and nobody was told");
  await panel.close();
  await page.close();
});
