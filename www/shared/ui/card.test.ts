/** The card on a real page: what it shows first, and where it stands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { PolicyProfile } from "../audit/policy";
import type { Finding } from "../generated/Finding";
import type { Resolution } from "../generated/Resolution";
import { citation, documentView, finding, record, reference } from "@citelight/test-support/factories";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

const SENTENCE =
  "Mortality fell by 95 % in the first of the two years that the trial went on, and again in the second [1, 2].";
const FILLER = "Nothing of this kind had been seen before in any of the towns nearby. ";

const FIRST: Finding = {
  ...finding("c0", "r1", "miscited"),
  evidence: [
    {
      text: "Mortality fell by 59 % in the trial.",
      differing: [{ start: 18, end: 22 }],
      place: { section: [], paragraph: 2, sentence: 1, origin: "https://example.org/a", extent: "full-text" },
      scores: { similarity: null, lexical: null, nli: null },
    },
  ],
};
const SECOND: Finding = {
  ...finding("c0", "r2", "undecidable"),
  reasons: [{ kind: "not-found-in-source" }],
};

/** A page with a long column and a card for its one citation. */
async function withCard(
  findings: readonly Finding[],
  { width = 1280, height = 800, column = 560, margin = 320 } = {},
  { policy = null, resolutions = [] }: { policy?: PolicyProfile | null; resolutions?: Resolution[] } = {},
): Promise<Page> {
  const page = await open(
    `<style>body{margin:0}#column{width:min(${column}px, 100%);margin-left:${margin}px;font:16px/24px serif}</style>
     <div id="column"><p>${FILLER.repeat(12)}</p><p id="p">${SENTENCE} ${FILLER.repeat(8)}</p><p>${FILLER.repeat(60)}</p></div>`,
  );
  await page.setViewportSize({ width, height });
  await page.evaluate(
    ({ findings, document: view, sentence, policy, resolutions }) => {
      const state = new lib.AuditState();
      state.choosePolicy(policy);
      state.apply({ kind: "event", audit: "a", event: { kind: "mapped", document: view } });
      for (const [index, resolution] of resolutions.entries()) {
        const event = { kind: "resolved", reference: `r${index + 1}`, resolution, bibtex: null } as const;
        state.apply({ kind: "event", audit: "a", event });
      }
      for (const one of findings)
        state.apply({ kind: "event", audit: "a", event: { kind: "found", finding: one } });
      const text = document.querySelector("#p")?.firstChild;
      if (!(text instanceof Text)) throw new Error("no text");
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, sentence.length);
      const dismissed: unknown[] = [];
      const answers: unknown[] = [];
      const nothing = (): void => undefined;
      const card = new lib.Card(
        state,
        new lib.Theme(),
        lib.english,
        {
          dismiss: (key, reason) => {
            dismissed.push(reason);
            state.dismiss(key, reason);
            card.refresh();
          },
          answer: (key, answer) => {
            answers.push(answer);
            state.answer(key, answer);
            card.refresh();
          },
          ask: nothing,
          stopAsking: nothing,
          step: nothing,
          jump: nothing,
          closed: nothing,
        },
        lib.WINDOW_VIEWPORT,
        "shared",
      );
      Object.assign(globalThis, { card, range, dismissed, answers });
    },
    {
      findings,
      policy,
      resolutions,
      sentence: SENTENCE,
      document: {
        ...documentView([citation("c0", ["r1", "r2"])]),
        references: [reference("r1"), { ...reference("r2"), label: "[2]", number: 2 }],
      },
    },
  );
  return page;
}

/** Scrolls so that the sentence begins at a height, opens the card at one of its lines; gives boxes. */
function openAt(page: Page, top: number, line: number): Promise<{ card: DOMRect; lines: DOMRect[] }> {
  return page.evaluate(
    ([top, line]) => {
      const { card, range } = globalThis as unknown as {
        card: InstanceType<typeof lib.Card>;
        range: Range;
      };
      card.close();
      scrollBy(0, range.getBoundingClientRect().top - top);
      const lines = [...range.getClientRects()];
      const at = lines[Math.min(line, lines.length - 1)];
      if (at === undefined) throw new Error("no such line");
      const point = { x: at.left + 20, y: (at.top + at.bottom) / 2 };
      card.open({ kind: "citation", id: "c0" }, { ranges: [range], at: point }, { pin: true, focus: false });
      const plain = (box: DOMRect): DOMRect => box.toJSON() as DOMRect;
      return {
        card: plain(card.host.getBoundingClientRect()),
        lines: [...range.getClientRects()].map(plain),
      };
    },
    [top, line] as const,
  );
}

function meets(one: DOMRect, other: DOMRect, after = 0): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom + after &&
    other.top < one.bottom
  );
}

test("the headline is read first, then the two quotations, then what can be done", async () => {
  const page = await withCard([FIRST]);
  await openAt(page, 200, 0);
  const dialog = page.getByRole("dialog", { name: /Needs review\. 59 %|95 % here, 59 % in the source/ });
  const text = await dialog.innerText();
  const order = [
    "95 % here, 59 % in the source",
    "This article",
    "Source",
    "Technical details",
    "Not a problem",
  ];
  assert.deepEqual(
    [...order].sort((one, other) => text.indexOf(one) - text.indexOf(other)),
    order,
  );
  assert.deepEqual(await dialog.locator(".compare mark").allTextContents(), ["95 %", "59 %"]);
  const link = dialog.getByRole("link", { name: "Open at this passage" });
  assert.match((await link.getAttribute("href")) ?? "", /^https:\/\/example\.org\/a#:~:text=/);
  assert.equal(text.split("Mortality fell by 59 %").length, 2, "the evidence is quoted once");
});

test("the card says in one line what the policy makes of the entry", async () => {
  const differing = (field: "authors" | "venue"): Resolution => ({
    kind: "resolved",
    score: 1,
    differences: [{ field, reference: "Nobody", record: "Smith" }],
    record: record(),
  });
  const supported: Finding = {
    ...finding("c0", "r1", "supported"),
    reasons: [{ kind: "source-says-so" }],
  };
  const shown = async (
    policy: PolicyProfile | null,
    field: "authors" | "venue",
    kind: "citation" | "reference",
  ) => {
    const page = await withCard([supported], {}, { policy, resolutions: [differing(field)] });
    await page.evaluate((kind) => {
      const { card, range } = globalThis as unknown as { card: InstanceType<typeof lib.Card>; range: Range };
      const id = kind === "citation" ? "c0" : "r1";
      card.open({ kind, id }, { ranges: [range], at: null }, { pin: true, focus: false });
    }, kind);
    return page.getByRole("dialog");
  };
  const error = await shown("neurips-2026", "authors", "citation");
  const text = await error.innerText();
  assert.match(text, /Reference problem/);
  assert.equal(text.split("Nobody").length, 2, "a difference is told once");
  assert.match(text, /The source says so\./, "what was found of the sentence stays to be read");
  assert.equal(await error.locator(".policy").innerText(), "Error under the NeurIPS 2026 policy");
  assert.match(
    await error.locator(".headline").first().innerText(),
    /Authors: Nobody here, Smith in the record/,
  );
  const note = await shown("neurips-2026", "venue", "reference");
  assert.equal(await note.locator(".policy").innerText(), "Note under the NeurIPS 2026 policy");
  assert.match((await note.getAttribute("class")) ?? "", /need-unchecked/, "quietly");
  const cited = await shown("neurips-2026", "venue", "citation");
  assert.equal(await cited.locator(".policy").count(), 0, "of a sentence that stands a note says nothing");
  const plain = await shown(null, "venue", "reference");
  assert.equal(await plain.locator(".policy").count(), 0);
  assert.match((await plain.getAttribute("class")) ?? "", /need-reference/);
});

test("one click says that it is no problem; a reason may follow, and undo takes it back", async () => {
  const page = await withCard([FIRST]);
  await openAt(page, 200, 0);
  const dialog = page.getByRole("dialog");
  const said = (): Promise<unknown> =>
    page.evaluate(() => (globalThis as unknown as { dismissed: unknown }).dismissed);
  await dialog.getByRole("button", { name: "Not a problem" }).press("Enter");
  assert.deepEqual(await said(), ["not-a-problem"]);
  assert.equal(
    await dialog.getByRole("button", { name: "Undo" }).evaluate((one) => one.matches(":focus")),
    true,
  );
  await dialog.getByRole("button", { name: "The sentence was misread" }).click();
  await dialog.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await said(), ["not-a-problem", "claim-misread", null]);
  await dialog.getByRole("button", { name: "Not a problem" }).waitFor();
});

test("an answer by a key of the keyboard: what is pressed next is there, and takes it back", async () => {
  const page = await withCard([FIRST]);
  await openAt(page, 200, 0);
  const dialog = page.getByRole("dialog");
  const focused = (name: string): Promise<boolean> =>
    dialog.getByRole("button", { name }).evaluate((one) => one.matches(":focus"));
  await dialog.getByRole("button", { name: "Not supported (2)" }).press("Enter");
  assert.equal(await focused("Undo (0)"), true);
  await page.keyboard.press("Enter");
  assert.equal(await focused("Supported (1)"), true);
  assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { answers: unknown }).answers), [
    "not-supported",
    null,
  ]);
});

test("several sources are a list: each with its state, its name and its headline, and the problem first", async () => {
  const page = await withCard([SECOND, FIRST]);
  await openAt(page, 200, 0);
  const dialog = page.getByRole("dialog");
  assert.match(await dialog.getByRole("heading", { level: 2 }).innerText(), /1 of 2 sources needs attention/);
  const rows = dialog.locator("button.source");
  assert.deepEqual(
    (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
    [
      "Needs review: Smith et al. 2020 95 % here, 59 % in the source",
      "Inconclusive: Smith et al. 2020 The source does not say",
    ],
  );
  await rows.nth(1).click();
  assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-expanded"))), [
    "false",
    "true",
  ]);
  assert.equal(await rows.nth(1).evaluate((row) => row.matches(":focus")), true);
});

test("wherever the sentence stands, the card covers neither it nor the line after it", async () => {
  for (const margin of [20, 320]) {
    const page = await withCard([FIRST], { margin });
    for (let top = 20; top < 700; top += 85)
      for (const line of [0, 1]) {
        const { card, lines } = await openAt(page, top, line);
        for (const one of lines)
          assert.ok(!meets(card, one, 12), `${margin}, ${top}: ${JSON.stringify({ card, one })}`);
        assert.ok(card.left >= 0 && card.right <= 1280 && card.top >= 0 && card.bottom <= 800);
      }
  }
});

test("in a wide margin the card stands at the line that is pointed at", async () => {
  const page = await withCard([FIRST], { margin: 20 });
  for (const line of [0, 1]) {
    const { card, lines } = await openAt(page, 200, line);
    assert.ok(card.left > 580, "in the margin");
    assert.ok(Math.abs(card.top - (lines[line]?.top ?? NaN)) < 2, `line ${line}`);
  }
  // Something of the page stands there: the card keeps off it.
  await page.evaluate(() => {
    const aside = document.createElement("aside");
    aside.style.cssText =
      "position: fixed; left: 640px; top: 0; width: 600px; height: 900px; background: silver";
    document.body.append(aside);
  });
  const { card } = await openAt(page, 200, 0);
  assert.ok(card.left < 580, "not over what stands in the margin");
});

test("in a narrow window the card is a sheet at the lower edge, and the sentence is above it", async () => {
  const page = await withCard([FIRST], { width: 420, height: 800, margin: 0 });
  for (const top of [60, 500, 700]) {
    const { card, lines } = await openAt(page, top, 0);
    assert.deepEqual([card.left, card.right, Math.round(card.bottom)], [0, 420, 800]);
    for (const one of lines) assert.ok(one.bottom <= card.top && one.top >= 0, `${top}`);
  }
});

test("the list of problems is a click away where it is out of sight", async () => {
  const page = await withCard([FIRST]);
  await page.evaluate(
    ({ finding: one, view }) => {
      const list = document.createElement("div");
      list.style.height = "300px";
      list.attachShadow({ mode: "open" }).append(document.createElement("button"));
      document.body.append(list);
      const state = new lib.AuditState();
      const pill = new lib.CountPill(state, new lib.Theme(), lib.english, list);
      state.apply({ kind: "event", audit: "a", event: { kind: "mapped", document: view } });
      state.apply({ kind: "event", audit: "a", event: { kind: "found", finding: one } });
      Object.assign(globalThis, { pill, list });
    },
    { finding: FIRST, view: documentView([citation("c0", ["r1"])]) },
  );
  const pill = page.getByRole("button", { name: "1 needs attention" });
  await pill.click();
  await page.waitForFunction(
    () => (globalThis as unknown as { list: HTMLElement }).list.getBoundingClientRect().top < innerHeight,
  );
  await pill.waitFor({ state: "hidden" });
  assert.equal(
    await page.evaluate(() => {
      const { list } = globalThis as unknown as { list: HTMLElement };
      return list.shadowRoot?.activeElement?.localName;
    }),
    "button",
  );
});
