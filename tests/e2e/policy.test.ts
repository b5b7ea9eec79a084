/** A venue's policy, chosen in the extension's options: marks, cards, counts and exports follow it, at once. */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { axe, bare, DIST, highlighted, SCREENSHOTS, waitForEnd } from "./support/reading";
import { writeRecords } from "./support/library";
import { serveSecurely, type SecureServer } from "./support/tls";

const ADDRESS = "https://journal.example/weirs";

interface Entry {
  readonly id: string;
  readonly title: string;
  /** As the list has it, without the title. */
  readonly listed: readonly [authors: string, venue: string, year: number];
  readonly record: object;
}

const person = (family: string, given: string): object => ({ family, given });

/** By the chairs of NeurIPS: nothing; an error; a note; nothing, though the journal expressed concern; a note, since it came later. */
const ENTRIES: readonly Entry[] = [
  {
    id: "sound",
    title: "Banks and willows of slow rivers",
    listed: ["Weil I, Moor T", "Journal of Weirs", 2014],
    record: {
      authors: [person("Weil", "Ida"), person("Moor", "Tom")],
      venue: "Journal of Weirs",
      year: 2014,
    },
  },
  {
    id: "authors",
    title: "Mills of the lower valley in winter",
    listed: ["Someone E, Nobody K", "Journal of Weirs", 2006],
    record: {
      authors: [person("Tamm", "Bo"), person("Roos", "Dirk")],
      venue: "Journal of Weirs",
      year: 2006,
    },
  },
  {
    id: "venue",
    title: "Ladders for small fish in clear water",
    listed: ["Alder K, Roos D", "Annals of Otters", 2018],
    record: {
      authors: [person("Alder", "Kim"), person("Roos", "Dirk")],
      venue: "Transactions on Hydraulic Engineering",
      year: 2018,
    },
  },
  {
    id: "concern",
    title: "Gravel beds and the sound of water",
    listed: ["Ek E, Dahl D", "Journal of Weirs", 2019],
    record: {
      authors: [person("Ek", "Eva"), person("Dahl", "Dora")],
      venue: "Journal of Weirs",
      year: 2019,
      status: "concern",
    },
  },
  {
    id: "since",
    title: "Otters and their dams, a long history",
    listed: ["Frank F, Grau G", "Annals of Otters", 2012],
    record: {
      authors: [person("Frank", "Fay"), person("Grau", "Gil")],
      venue: "Annals of Otters",
      year: 2012,
      retracted: { year: 2023, date: "2023-05-02", notice: null },
    },
  },
];

const doi = (id: string): string => `10.1000/${id}`;
const listed = ({ id, title, listed: [authors, venue, year] }: Entry): string =>
  `${authors}. ${title}. ${venue}. ${year}. doi:${doi(id)}`;

const ARTICLE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>On weirs</title>
<meta name="citation_title" content="On weirs"><meta name="citation_publication_date" content="2020/03/01"></head>
<body style="font: 16px/1.5 Georgia, serif; max-width: 44rem; margin: 2rem auto"><article><h1>On weirs</h1><h2>Introduction</h2>
${ENTRIES.map(
  (_, index) =>
    `<p>Weirs number ${index + 1} of the old rivers were described by many before, in other words than ours [${index + 1}]. ${"Nothing more is said of it here, and nothing more needs to be. ".repeat(3)}</p>`,
).join("\n")}
<h2>References</h2><ol>${ENTRIES.map((entry) => `<li>${listed(entry)}</li>`).join("")}</ol></article></body></html>`;

let server: SecureServer;
let extension: Extension;
let folder: string;

before(async () => {
  const body = new TextEncoder().encode(ARTICLE);
  server = await serveSecurely(
    new Map([["/weirs", { type: "text/html; charset=utf-8", body, isFree: true }]]),
  );
  folder = mkdtempSync(join(tmpdir(), "citelight-policy-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  const records = ENTRIES.map(({ id, title, record }) => ({ id, title, doi: doi(id), ...record }));
  writeRecords(join(folder, "library"), records);
  extension = await Extension.launch(folder, ["journal.example"], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Entries of which some words have a mark. */
async function marked(page: Page, name: string): Promise<string[]> {
  const text = bare((await highlighted(page, `citelight-${name}-sentence`)).join(""));
  return ENTRIES.filter(({ title }) => text.includes(bare(title))).map(({ id }) => id);
}

async function becomes(what: () => Promise<unknown>, expected: unknown): Promise<void> {
  let is: unknown;
  for (let wait = 0; wait < 100; wait += 1) {
    is = await what();
    if (JSON.stringify(is) === JSON.stringify(expected)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.deepEqual(is, expected);
}

async function badge(): Promise<string> {
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  return worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ url: "https://journal.example/*" });
    // The tab's address may not be told: the page's is the only one with a number.
    const tabs = tab === undefined ? await chrome.tabs.query({}) : [tab];
    const texts = await Promise.all(tabs.map(({ id }) => chrome.action.getBadgeText({ tabId: id })));
    return texts.find((text) => text !== "") ?? "";
  });
}

/** Chooses a policy in the options, as a reader does. */
async function choose(name: string): Promise<void> {
  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await options.getByLabel("Venue’s policy for references").selectOption({ label: name });
  await options.close();
}

test("marks, card, counts and exports follow the policy that is chosen, and are told anew when it changes", async () => {
  const page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);

  await becomes(() => marked(page, "reference"), ["authors", "venue", "concern", "since"]);
  await becomes(badge, "1");
  const problem = panel.locator('.filters button[data-class="reference"] .count');
  const later = panel.locator('.filters button[data-class="retracted-since"] .count');
  assert.deepEqual([await problem.textContent(), await later.textContent()], ["0", "1"]);

  await choose("NeurIPS 2026");
  await becomes(() => marked(page, "reference"), ["authors"]);
  await becomes(() => marked(page, "unchecked"), ["venue", "since"]);
  assert.deepEqual(
    await page.evaluate(() => [...CSS.highlights.keys()].filter((name) => name.includes("since"))),
    [],
  );
  assert.equal(
    (await highlighted(page, "citelight-reference")).join(""),
    "[2]",
    "an error is a problem of its citation",
  );
  await becomes(badge, "1");
  await becomes(() => problem.textContent(), "1");
  assert.equal(await later.textContent(), "0");
  assert.deepEqual(await panel.locator(".entries [data-level]").allTextContents(), [
    "Error by the policy",
    "Note by the policy",
    "Note by the policy",
  ]);

  const card = page.getByRole("dialog");
  const open = async (row: string): Promise<void> => {
    await panel.locator(`.entries li[data-reference]`, { hasText: row }).getByRole("button").first().click();
    await page.bringToFront();
    await card.getByText(row).first().waitFor();
  };
  await open("Ladders for small fish");
  await card.getByText("Note under the NeurIPS 2026 policy").waitFor();
  assert.match((await card.getAttribute("class")) ?? "", /need-unchecked/);
  assert.deepEqual(await axe(page), []);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: join(SCREENSHOTS, `policy-note-${scheme}.png`), animations: "disabled" });
  }
  await panel.locator(".group .rows button", { hasText: "Weirs number 2" }).click();
  await card.getByText("Error under the NeurIPS 2026 policy").waitFor();
  assert.match(await card.innerText(), /Reference problem[\s\S]*Authors/);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: join(SCREENSHOTS, `policy-error-${scheme}.png`), animations: "disabled" });
  }

  await panel.bringToFront();
  await panel.locator("details.export summary").click();
  const exported = async (name: string): Promise<string> => {
    const [file] = await Promise.all([
      panel.waitForEvent("download"),
      panel.locator("details.export").getByRole("button", { name, exact: true }).click(),
    ]);
    return readFileSync(await file.path(), "utf8");
  };
  const markdown = await exported("Report (Markdown)");
  for (const told of [
    "## References under the neurips-2026 policy: 1 error, 2 notes",
    "- Error: authors:",
    "## Reference problem (1)",
    "1 needs attention",
  ])
    assert.ok(markdown.includes(told), `${told}: ${markdown}`);
  const json = JSON.parse(await exported("Everything (JSON)")) as {
    policy: { policy: string; level: string };
    summary: { citations: { reference: number } };
  };
  assert.deepEqual(
    [json.policy.policy, json.policy.level, json.summary.citations.reference],
    ["neurips-2026", "error", 1],
  );

  await choose("None");
  await becomes(() => marked(page, "reference"), ["authors", "venue", "concern", "since"]);
  await becomes(() => later.textContent(), "1");
  await panel.close();
  await page.close();
});
