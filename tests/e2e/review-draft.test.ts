// The draft for a review: what was found in a paper, in a field that the reader edits and copies.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import { anyLookUpButton } from "./support/panel";
import { SCREENSHOTS } from "./support/reading";

const ARTICLE = "https://journal.example/article";
const PAGE = `<!doctype html><html lang="en"><title>On sleep</title><body><main><h1>On sleep</h1>
<h2>Introduction</h2><p>Evening sleepers remember more than others do in the morning [1]. Dreams were said to cure every ailment of the mind [2].</p>
<p>Others counted sheep at midnight, and asked what that costs a miller in a year of little wind [3].</p>
<h2>References</h2><ol><li>Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.</li>
<li>Dreamer, T. Dreams that cure every ailment of the mind. Journal of Sleep, 2019.</li>
<li>Miller, B., and Baker, C. Midnight millers and the economics of counting other people's sheep. Journal of Economic Sheep, 12(3):44-61, 2018.</li></ol></main></body></html>`;

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld(new Map([["/article", PAGE]]), { sites: ["journal.example"] });
});

after(async () => {
  await world.close();
});

test("a draft for a review can be edited, is copied as it then is, and is sent to nobody", async () => {
  const page = await world.extension.context.newPage();
  await page.goto(ARTICLE);
  await world.extension.click(page);
  const panel = await world.extension.sidePanel();
  await anyLookUpButton(panel).click();
  await panel.locator(".export > summary").click({ timeout: 60_000 });
  const draft = panel.getByRole("textbox", { name: "Summary for my review" });
  for (let tries = 0; tries < 60; tries += 1) {
    await panel.getByRole("button", { name: "Summary for my review" }).click();
    if ((await draft.isVisible()) && /found[^]*retracted/.test(await draft.inputValue())) break;
    await panel.waitForTimeout(500);
  }
  const written = await draft.inputValue();
  assert.match(written, /^One reference could not be found: Miller & Baker 2018 “Midnight millers/);
  assert.match(written, /One cited work has been retracted: Dreamer 2019 “Dreams that cure/);
  const asked = world.server.passedOn.length;
  await panel.evaluate(() => {
    // No test reads the computer's clipboard: what is put there is told.
    navigator.clipboard.writeText = (text) => {
      document.documentElement.dataset.copied = text;
      return Promise.resolve();
    };
  });
  await draft.fill(`${written}\n\nBeyond that, well written.`);
  await panel.getByRole("button", { name: "Copy draft" }).click();
  await panel.getByText("Draft copied.").waitFor();
  const copied = await panel.evaluate(() => document.documentElement.dataset.copied ?? "");
  assert.equal(copied, `${written}\n\nBeyond that, well written.`);
  assert.equal(world.server.passedOn.length, asked, "and nobody was told");
  await panel.screenshot({ path: join(SCREENSHOTS, "review-draft.png"), fullPage: true });
  await panel.close();
  await page.close();
});
