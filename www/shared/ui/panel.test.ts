/** The panel as a reader meets it: the first click, what comes as it comes, and what hostile records can do there: nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { citation, documentView, finding, record, summary } from "@citelight/test-support/factories";
import { pages } from "@citelight/test-support/in-page";
import type { PolicyProfile } from "../audit/policy";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { Record as WorkRecord } from "../generated/Record";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";

const open = pages();

interface World {
  say(events: readonly Event[]): void;
  begun: number;
  written: unknown[];
  grants: boolean;
}

/** A panel whose reader may look references up, may not decide, or has decided before. */
async function panel(
  choice: "off" | "on" | "never",
  grants = true,
  policy: PolicyProfile | null = null,
): Promise<Page> {
  const page = await open('<div id="panel"></div>');
  await page.evaluate(
    ([choice, grants, policy]) => {
      const state = new lib.AuditState();
      let isOn = choice === "on";
      const host = document.querySelector<HTMLElement>("#panel");
      if (host === null) throw new Error("no place");
      const world: World = {
        say: (events) => {
          for (const event of events) state.apply({ kind: "event", audit: "a", event });
        },
        begun: 0,
        written: [],
        grants,
      };
      Object.assign(globalThis, { world });
      new lib.Panel(host, state, new lib.Theme(), lib.english, {
        start: () => {
          world.begun += 1;
          state.begin("loading");
        },
        stop: () => undefined,
        jump: () => undefined,
        answer: () => undefined,
        showSupported: () => undefined,
        write: null,
        lookUp:
          choice === "never"
            ? null
            : {
                read: () => Promise.resolve({ references: isOn, committees: false, passages: false }),
                write: (wanted) => {
                  world.written.push(wanted);
                  isOn = wanted.references && world.grants;
                  return Promise.resolve({ ...wanted, references: isOn });
                },
              },
        endpoint: null,
        openFullText: null,
        copies: null,
      });
      state.choosePolicy(policy);
      state.begin("loading");
    },
    [choice, grants, policy] as const,
  );
  return page;
}

async function say(page: Page, ...events: Event[]): Promise<void> {
  await page.evaluate((events) => {
    (globalThis as unknown as { world: World }).world.say(events);
  }, events);
  // Listeners hear at most so often.
  await page.waitForTimeout(150);
}

const world = <K extends keyof World>(page: Page, key: K): Promise<World[K]> =>
  page.evaluate((key) => (globalThis as unknown as { world: World }).world[key], key) as Promise<World[K]>;

function entry(id: string, more: Partial<ReferenceView> = {}): ReferenceView {
  const none = { doi: null, arxiv: null, pmid: null, pmcid: null, isbn: null, url: null };
  return {
    ...none,
    id,
    number: 1,
    label: null,
    raw: `Entry ${id}.`,
    authors: [],
    year: null,
    title: `Title of ${id}`,
    venue: null,
    volume: null,
    issue: null,
    pages: null,
    locator: citation("c", []).locator,
    ...more,
  };
}

function mapped(references: ReferenceView[], cited: [string, string[]][] = [["c1", ["r1"]]]): Event {
  const document = documentView(cited.map(([id, references]) => citation(id, references)));
  return { kind: "mapped", document: { ...document, references } };
}

const resolved = (reference: string, resolution: Resolution): Event => ({
  kind: "resolved",
  reference,
  resolution,
  bibtex: null,
});
const unknown: Resolution = { kind: "unknown", reason: "nobody was asked" };
const ghost: Resolution = { kind: "ghost", asked: ["Crossref"], nearest: null };
const found = (more: Partial<WorkRecord> = {}): Resolution => ({
  kind: "resolved",
  score: 1,
  differences: [],
  record: { ...record(), ...more },
});
const line = (page: Page): Promise<string | null> => page.locator(".state p").textContent();
const offer = (page: Page) => page.getByRole("button", { name: /^Look up \d+ references?$/ });

/** A check without look-ups, to its end. */
async function unlooked(page: Page): Promise<void> {
  await say(
    page,
    mapped([entry("r1"), entry("r2")]),
    { kind: "notice", notice: { severity: "error", code: "no-records", message: "No source of records." } },
    resolved("r1", unknown),
    resolved("r2", unknown),
    { kind: "found", finding: finding("c1", "r1", "unchecked") },
    { kind: "finished", summary: summary(true) },
  );
}

test("first what is known and one button; pressed, it asks once and checks anew", async () => {
  const page = await panel("off");
  await unlooked(page);
  assert.equal(await line(page), "1 citation, 2 references found. Nothing was looked up yet.");
  assert.equal(await offer(page).textContent(), "Look up 2 references");
  const text = (await page.locator("#panel").evaluate((host) => host.shadowRoot?.textContent)) ?? "";
  assert.match(text, /titles, authors, years and identifiers .* not the text of the article, to Crossref/);
  assert.doesNotMatch(text, /\d citations? checked|Integrity|%|No source of records/);
  assert.equal(await page.locator(".health").isVisible(), false);

  await offer(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(200);
  assert.deepEqual(await world(page, "written"), [{ references: true, committees: false, passages: false }]);
  assert.equal(await world(page, "begun"), 1);
  assert.equal(await offer(page).count(), 0);
  const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
  assert.equal(focused, "Stop", "whoever pressed a button that is gone goes on from the one beside it");
});

test("a page's scripts cannot press it", async () => {
  const page = await panel("off");
  await unlooked(page);
  await page.evaluate(() => {
    for (const button of document.querySelector("#panel")?.shadowRoot?.querySelectorAll("button") ?? [])
      button.click();
  });
  await page.waitForTimeout(150);
  assert.deepEqual(await world(page, "written"), []);
});

test("refused by the browser, nothing is looked up, and the panel says so", async () => {
  const page = await panel("off", false);
  await unlooked(page);
  await offer(page).click();
  await page.getByText("The browser didn’t allow this, so nothing was looked up.").waitFor();
  assert.equal(await world(page, "begun"), 0);
  assert.equal(await offer(page).isVisible(), true);
});

test("allowed before, there is no button but a quiet way back; turned off, what was found stays", async () => {
  const page = await panel("on");
  await say(page, mapped([entry("r1"), entry("r2")]), {
    kind: "progress",
    stage: "resolve",
    done: 0,
    total: 2,
  });
  assert.equal(await offer(page).count(), 0);
  assert.equal(await line(page), "0 of 2 references found");
  await say(page, resolved("r1", found()), { kind: "found", finding: finding("c1", "r1", "supported") });
  assert.equal(await line(page), "1 of 2 references found · 1 of 1 citation checked");
  await say(page, resolved("r2", ghost), { kind: "finished", summary: summary(true) });
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await page.waitForTimeout(150);
  assert.deepEqual(await world(page, "written"), [{ references: false, committees: false, passages: false }]);
  assert.equal(await world(page, "begun"), 0);
  assert.equal(await line(page), "1 supported");
});

test("where nobody may look references up, a line says so", async () => {
  const page = await panel("never");
  await unlooked(page);
  assert.equal(await offer(page).count(), 0);
  await page.getByText("This site doesn’t let references be looked up.").waitFor();
  assert.equal(await line(page), "1 citation, 2 references found.");
});

test("entries that need a look come as they come, and a row that is read keeps its focus", async () => {
  const page = await panel("on");
  const names = ["r1", "r2", "r3", "r4"];
  await say(page, mapped(names.map((id) => entry(id))));
  await say(page, resolved("r3", ghost));
  const row = page.locator(".entries .rows > li");
  assert.deepEqual(await row.locator(".sentence").allTextContents(), ["Title of r3"]);
  await row.first().getByRole("button").focus();
  await say(
    page,
    resolved("r1", found({ status: { kind: "retracted", year: 2010, notice: null } })),
    resolved("r2", found()),
    resolved("r4", ghost),
  );
  assert.deepEqual(await row.locator(".sentence").allTextContents(), [
    "Title of r1",
    "Title of r3",
    "Title of r4",
  ]);
  const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
  assert.match(focused ?? "", /Title of r3/);
  assert.deepEqual(await page.locator(".health button:visible").allTextContents(), [
    "1 verified",
    "2 not found",
    "1 retracted",
  ]);
  await page.getByRole("button", { name: "1 verified" }).click();
  assert.deepEqual(await row.locator(".sentence").allTextContents(), ["Title of r2"]);
});

test("by a venue's policy entries are ordered and named, and what it calls nothing is listed on demand alone", async () => {
  const differing = (kind: "research" | "preprint"): Resolution => ({
    kind: "resolved",
    score: 1,
    differences: [{ field: "venue", reference: "ICML", record: "NeurIPS" }],
    record: { ...record(), kind },
  });
  const page = await panel("on", true, "neurips-2026");
  await say(
    page,
    mapped(["r1", "r2", "r3"].map((id) => entry(id))),
    resolved("r1", differing("preprint")),
    resolved("r2", differing("research")),
    resolved("r3", ghost),
  );
  const row = page.locator(".entries .rows > li");
  assert.deepEqual(await row.locator(".sentence").allTextContents(), ["Title of r3", "Title of r2"]);
  assert.deepEqual(await row.locator("[data-level]").allTextContents(), [
    "Error by the policy",
    "Note by the policy",
  ]);
  const chip = page.getByRole("button", { name: "2 differ", exact: true });
  assert.match(
    (await chip.locator("svg").getAttribute("class")) ?? "",
    /need-unchecked/,
    "no problem by the policy",
  );
  assert.match((await row.last().locator("svg").first().getAttribute("class")) ?? "", /need-unchecked/);
  await chip.click();
  assert.deepEqual(await row.locator(".sentence").allTextContents(), ["Title of r1", "Title of r2"]);
});

test("pages without text are named", async () => {
  const page = await panel("never");
  const message = "Pages 3–5 hold no text that can be read, as scans do: nothing on them is checked.";
  await say(page, mapped([entry("r1")]), {
    kind: "notice",
    notice: { severity: "warning", code: "pages-without-text", message },
  });
  assert.match(
    (await page.locator("#panel").getByText("Pages 3–5").textContent()) ?? "",
    /Pages without text · Pages 3–5/,
  );
});

test("links lead to the web alone, whatever a record says, and tell nobody where they come from", async () => {
  const page = await panel("on");
  const none = { doi: null, arxiv: null, pmid: null, pmcid: null, isbn: null, url: null };
  const hostile = [
    "javascript:alert(1)",
    "data:text/html,x",
    "https://user:secret@evil.example/",
    "file:///etc",
  ];
  const entries = hostile.map((url, index) => entry(`h${index}`, { url, title: "<img src=x>\ud800" }));
  await say(page, mapped([...entries, entry("good", { url: "https://ok.example/a b" })]));
  await say(
    page,
    ...entries.map(({ id, url }, index) =>
      resolved(id, index % 2 === 0 ? ghost : found({ identifiers: { ...none, url } })),
    ),
    resolved("good", ghost),
  );
  for (const chip of await page.locator(".health button:visible").all()) {
    await chip.click();
    const links = await page
      .locator(".entries a")
      .evaluateAll((all) =>
        (all as HTMLAnchorElement[]).map(({ protocol, host, rel, referrerPolicy, target }) =>
          [protocol, host, rel, referrerPolicy, target].join(" "),
        ),
      );
    assert.ok(links.length > 0);
    for (const link of links)
      assert.match(
        link,
        /^https: (scholar\.google\.com|search\.crossref\.org|ok\.example) noopener noreferrer no-referrer _blank$/,
      );
  }
  assert.equal(await page.locator(".entries img").count(), 0);
});

test("a citation of several sources is one row and one in every count", async () => {
  const page = await panel("on");
  await say(
    page,
    mapped(
      [entry("r1"), entry("r2")],
      [
        ["c1", ["r1", "r2"]],
        ["c2", ["r2"]],
      ],
    ),
  );
  await say(
    page,
    { kind: "found", finding: finding("c1", "r1", "supported") },
    { kind: "found", finding: finding("c1", "r2", "miscited") },
    { kind: "found", finding: finding("c2", "r2", "unchecked") },
    { kind: "finished", summary: summary(true) },
  );
  assert.equal(await line(page), "1 needs attention · 1 open");
  const group = page.locator('.group[data-class="review"]');
  assert.equal(await group.locator(".count").textContent(), "1");
  assert.equal(await group.locator(".rows > li").count(), 1);
  assert.match((await group.locator(".about").textContent()) ?? "", /Title of r2.*and 1 other source/);
  assert.equal(await page.locator('.filters [data-class="review"] .count').textContent(), "1");
  assert.equal(await page.locator('.filters [data-class="supported"]').isVisible(), false);
});

test("answers of models and citing papers are counted apart, and a model's name is no markup", async () => {
  const page = await panel("on");
  await say(
    page,
    mapped(
      [entry("r1")],
      [
        ["c1", ["r1"]],
        ["c2", ["r1"]],
      ],
    ),
  );
  const answers = page.locator('[part="answers"]');
  assert.equal(await answers.isVisible(), false);
  const model: Finding = {
    ...finding("c1", "r1", "supported"),
    reasons: [{ kind: "model-finds-support", model: "<b>gemma3</b>" }],
  };
  const papers: Finding = {
    ...finding("c2", "r1", "miscited"),
    reasons: [{ kind: "witnesses-say-otherwise", witnesses: 3, statement: "It fell." }],
  };
  await say(
    page,
    { kind: "found", finding: model },
    { kind: "found", finding: papers },
    { kind: "finished", summary: summary(true) },
  );
  assert.deepEqual(await answers.locator("li").allTextContents(), [
    "Answers from <b>gemma3</b>: 1 supported",
    "Answers from papers that cite the source: 1 contradicted",
  ]);
});
