import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { DocumentView } from "../generated/DocumentView";
import type { Locator } from "../generated/Locator";
import { pages } from "@citelight/test-support/in-page";
import { citation, documentView } from "@citelight/test-support/factories";

const open = pages();

function quoteOf(exact: string, prefix = "", suffix = ""): Locator {
  return { ranges: [], quote: { exact, prefix, suffix }, line: 0 };
}

/** What of a document stands on a page: ids of what is missing, and the words under each citation and its sentence. */
async function standing(
  page: Awaited<ReturnType<typeof open>>,
  read: DocumentView,
): Promise<{ citations: string[]; references: string[]; words: (string | null)[][] }> {
  return page.evaluate(async (read) => {
    const places = await lib.TextAnchors.of(document.body, read, new AbortController().signal);
    const textOf = async (locator: Locator): Promise<string | null> => {
      const place = await places.locate(locator);
      return place.how === "exact" || place.how === "quote" ? place.ranges.join("") : null;
    };
    return {
      citations: [...places.missingCitations],
      references: [...places.missingReferences],
      words: await Promise.all(
        read.citations.map(async (one) => [await textOf(one.locator), await textOf(one.sentence_locator)]),
      ),
    };
  }, read);
}

function cited(id: string, surface: Locator, sentence: Locator): DocumentView["citations"][number] {
  return { ...citation(id, []), locator: surface, sentence_locator: sentence };
}

const SENTENCE = "The effect was large in young mice [1].";

test("a sentence is found however its blanks lie, its citation within it", async () => {
  const page = await open(
    `<p>See [1] first. The effect\n was <em>large</em>&nbsp;in young mi&shy;ce[<a>1</a>]. Then [1].</p>`,
  );
  const found = await standing(
    page,
    documentView([cited("c0", quoteOf("1", "in young mice [", "]. Then"), quoteOf(SENTENCE))]),
  );
  assert.deepEqual(found.citations, []);
  const [[surface, sentence] = []] = found.words;
  assert.equal(surface, "1");
  assert.match(sentence ?? "", /^The effect\n was large\u00A0in young mi\u00ADce\[1\]\.$/);
});

test("a sentence that reads otherwise now is not there, whatever its citation looks like", async () => {
  const page = await open("<p>The effect was small in young mice [1].</p>");
  const read = documentView([cited("c0", quoteOf("[1]", "young mice ", "."), quoteOf(SENTENCE))]);
  assert.deepEqual(await standing(page, read), { citations: ["c0"], references: [], words: [[null, null]] });
});

test("a sentence that begins otherwise now, or goes on, is not the one that was read", async () => {
  const read = (suffix = ""): DocumentView =>
    documentView([
      cited("c0", quoteOf("[1]"), quoteOf("The effect was large in young mice [1]", "", suffix)),
    ]);
  const missing = async (body: string, suffix?: string): Promise<string[]> =>
    (await standing(await open(body), read(suffix))).citations;
  assert.deepEqual(await missing("<h2>Results</h2><p>The effect was large in young mice [1]</p>"), []);
  assert.deepEqual(
    await missing("<p>We looked. The effect was large in young mice [1]: so be it.</p>", ":"),
    [],
  );
  assert.deepEqual(await missing("<p>Rarely, The effect was large in young mice [1]</p>"), ["c0"]);
  assert.deepEqual(await missing("<p>It is a lie that The effect was large in young mice [1]</p>"), ["c0"]);
});

test("of a sentence that stands twice the surroundings decide, or nobody does", async () => {
  const page = await open(`<p>Before. ${SENTENCE} After.</p><p>Elsewhere. ${SENTENCE} Later.</p>`);
  const read = (prefix: string): DocumentView =>
    documentView([cited("c0", quoteOf("[1]"), quoteOf(SENTENCE, prefix, ""))]);
  assert.deepEqual((await standing(page, read("Elsewhere. "))).citations, []);
  assert.deepEqual((await standing(page, read(""))).citations, ["c0"]);
});

test("a few words that have lost their surroundings may be others", async () => {
  const page = await open("<p>Cats sleep a lot. As shown [1]. Dogs do not.</p>");
  const read = (prefix: string, suffix: string): DocumentView =>
    documentView([cited("c0", quoteOf("[1]"), quoteOf("As shown [1].", prefix, suffix))]);
  assert.deepEqual((await standing(page, read("Mice run at night. ", " Rats too."))).citations, ["c0"]);
  assert.deepEqual((await standing(page, read("Cats sleep a lot. ", " Rats too."))).citations, []);
});

test("a formula is its TeX", async () => {
  const math = `<math alttext="n\\geq 2"><semantics><mi>n</mi><annotation encoding="application/x-tex">n\\geq 2</annotation></semantics></math>`;
  const page = await open(`<p>It holds for every ${math} as was proven [1].</p>`);
  const read = (tex: string): DocumentView =>
    documentView([cited("c0", quoteOf("[1]"), quoteOf(`It holds for every $${tex}$ as was proven [1].`))]);
  assert.deepEqual((await standing(page, read("n\\geq 2"))).citations, []);
  assert.deepEqual((await standing(page, read("n\\geq 3"))).citations, ["c0"]);
});

test("of the sample, as the command checked it, every citation and entry stands on its page", async () => {
  const html = readFileSync("www/demo/articles/sample.html", "utf8");
  const page = await open(/<article[\s\S]*<\/article>/.exec(html)?.[0] ?? "");
  const file = JSON.parse(readFileSync("tests/fixtures/findings/sample.json", "utf8")) as DocumentView;
  const found = await standing(page, file);
  console.log(`${file.citations.length} citations, ${file.references.length} entries`);
  assert.ok(file.citations.length > 40);
  assert.deepEqual([found.citations, found.references], [[], []]);
  // Each citation's own words, not only its sentence.
  const surfaces = file.citations.map(({ locator }, at) => [locator.quote.exact, found.words[at]?.[0]]);
  const bare = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, "");
  assert.deepEqual(
    surfaces.filter(([exact, words]) => bare(exact) !== bare(words)),
    [],
  );
});
