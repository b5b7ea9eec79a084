import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { FileChooser, Page } from "playwright-core";
import { watchErrors } from "./support/browser";
import { Extension } from "./support/extension";
import { axe, DIST, highlighted, SCREENSHOTS, waitForAnyMark, waitForEnd } from "./support/reading";

const WORD = "tests/fixtures/word/bees.docx";

let extension: Extension;

before(async () => {
  extension = await Extension.launch(join(DIST, "chrome"), [], 0);
});

after(async () => {
  await extension.close();
});

type Files = Parameters<FileChooser["setFiles"]>[0];

async function opened(files: Files): Promise<Page> {
  const page = await extension.context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`chrome-extension://${extension.id}/viewer.html`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(files);
  return page;
}

const text = (name: string, content: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});

test("a Word file in the viewer: its text is shown, checked and marked, and its tools are those of a text", async () => {
  const page = await opened(WORD);
  const errors = watchErrors(page);
  const article = page.getByRole("region", { name: "Document" });
  await article.locator("p").first().waitFor();
  assert.ok(!(await page.getByLabel("Page", { exact: true }).isVisible()), "a text has no pages");
  await page.getByRole("button", { name: "Check citations" }).click();
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  await page.bringToFront();
  await waitForAnyMark(page, "citelight-unchecked");
  const marks = await highlighted(page, "citelight-unchecked");
  assert.ok(marks.length > 0, "no citation is marked");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: join(SCREENSHOTS, `viewer-word-${scheme}.png`) });
  }
  const open = panel.locator('details.group[data-class="unchecked"]');
  await open.locator("summary").click();
  await open.locator(".rows button").first().click();
  await page.bringToFront();
  await page.getByRole("dialog").waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, "viewer-word-card.png"), animations: "disabled" });
  await page.setViewportSize({ width: 420, height: 800 });
  await page.screenshot({ path: join(SCREENSHOTS, "viewer-word-420.png") });
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(errors, []);
  await panel.close();
  await page.close();
});

test("files of one article are opened together: LaTeX and its bibliography", async () => {
  const page = await opened([
    text(
      "main.tex",
      "\\documentclass{article}\\begin{document}\\title{Weirs}Flow falls \\cite{w}.\\bibliography{refs}\\end{document}",
    ),
    text(
      "refs.bib",
      "@article{w, title={On weirs and what they hold back}, author={Smith, Anna}, year={2020}, journal={Water}}",
    ),
  ]);
  const article = page.getByRole("region", { name: "Document" });
  await article.getByText("On weirs and what they hold back").waitFor();
  await page.close();
});

test("a file that holds no article is told in words, and another one can be chosen", async () => {
  const page = await opened({
    name: "broken.docx",
    mimeType: "",
    buffer: Buffer.from("PK\u0003\u0004 no archive"),
  });
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match((await alert.textContent()) ?? "", /broken\.docx/);
  const chooser = page.waitForEvent("filechooser");
  await alert.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(WORD);
  await page.getByRole("region", { name: "Document" }).locator("p").first().waitFor();
  await page.close();
});
