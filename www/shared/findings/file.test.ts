import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import checkSchema from "../../../docs/schema/check.schema.json";
import { BadFindings, readFindings } from "./file";
import { eventsOf } from "./published";
import { applyEvent } from "../audit/audit-log";
import { Misfit, read } from "./schema";
import { AuditState } from "../../shared/audit/state";
import { summaryOf } from "../audit/summary-of";
import { english } from "../ui/locales/english/index";
import { slim } from "../../slim-schema.mjs";

const TEXT = readFileSync("tests/fixtures/findings/sample.json", "utf8");

interface Loose {
  [key: string]: Loose;
}

/** The sample's file after a change. */
function changed(change: (file: Loose) => void): string {
  const file = JSON.parse(TEXT) as Loose;
  change(file);
  return JSON.stringify(file);
}

async function faultOf(text: string): Promise<string> {
  try {
    await readFindings(english, text, "findings.json");
  } catch (error) {
    assert.ok(error instanceof BadFindings, String(error));
    return error.message;
  }
  return "";
}

function set(object: Loose | undefined, key: string, value: unknown): void {
  assert.ok(object);
  (object as Record<string, unknown>)[key] = value;
}

/** Without what is null: the command leaves some of it out. */
function told(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => one ?? undefined));
}

test("what the command writes is read as it is", async () => {
  const { document, findings, resolutions, notices, models } = await readFindings(
    english,
    TEXT,
    "sample.json",
  );
  const raw = JSON.parse(TEXT) as object;
  assert.deepEqual(
    told({ ...raw, summary: null, schema: null }),
    told({ ...document, findings, resolutions, notices, models }),
  );
});

test("a page that shows it has the file's counts", async () => {
  const file = await readFindings(english, TEXT, "sample.json");
  const state = new AuditState();
  state.begin("loading");
  for (const event of eventsOf(file, { missingCitations: new Set() })) applyEvent(state, event);
  assert.deepEqual(summaryOf(state, true), file.summary);
});

test("the schema reads the same without its prose", () => {
  const slimmed = slim(checkSchema) as Parameters<typeof read>[1];
  assert.deepEqual(read(JSON.parse(TEXT), slimmed), read(JSON.parse(TEXT), checkSchema));
  assert.ok(JSON.stringify(slimmed).length < JSON.stringify(checkSchema).length / 2);
  // A property that is called like a word of the language stays.
  assert.ok("title" in ((slimmed.$defs?.ReferenceView?.properties ?? {}) as object));
});

test("what is no file of findings is told as what it is", async () => {
  assert.match(await faultOf("<html>"), /findings\.json isn’t JSON\. Create it with citelight check/);
  for (const text of ["null", "3", "[]", '"citelight/check/1"', "{}"])
    assert.match(
      await faultOf(text),
      /isn’t a findings file\. It must have the format “citelight\/check\/1”/,
    );
  assert.match(
    await faultOf(
      changed((file) => {
        set(file, "schema", "citelight/map/1");
      }),
    ),
    /has the format “citelight\/map\/1”/,
  );
});

test("what is not as it should be is told with its place", async () => {
  const faults: [(file: Loose) => void, RegExp][] = [
    [
      (file) => {
        set(file, "findings", {});
      },
      /: findings is object, not array\. The publisher of this page can create it again\./,
    ],
    [
      (file) => {
        delete file.models;
      },
      /: models is missing\./,
    ],
    [
      (file) => {
        set(file.findings?.[0], "verdict", "<b>fine</b>");
      },
      /findings\[0\]\.verdict is “<b>fine<\/b>”, not one of supported, /,
    ],
    [
      (file) => {
        set(file.findings?.[1], "message", { html: "x" });
      },
      /findings\[1\]\.message is object, not string/,
    ],
    [
      (file) => {
        set(file.findings?.[0]?.trail?.[0], "step", "__proto__");
      },
      /findings\[0\]\.trail\[0\]\.step is “__proto__”/,
    ],
    [
      (file) => {
        set(file.findings?.[0]?.reasons?.[0], "kind", "because");
      },
      /findings\[0\]\.reasons\[0\]\.kind is not one of/,
    ],
    [
      (file) => {
        set(file.citations?.[2]?.locator, "quote", null);
      },
      /citations\[2\]\.locator\.quote is null, not object/,
    ],
    [
      (file) => {
        set(file.findings?.[0], "citation", "c999");
      },
      /findings\[0\]\.citation names “c999”, which the file does not hold/,
    ],
    [
      (file) => {
        set(file.findings?.[0], "reference", "nobody");
      },
      /findings\[0\]\.reference names “nobody”/,
    ],
    [
      (file) => {
        set(file.citations?.[1], "id", "c0");
      },
      /citations\[1\]\.id stands in the file twice/,
    ],
    [
      (file) => {
        set(file.resolutions?.[0], "reference", "r0");
      },
      /resolutions\[0\]\.reference names “r0”/,
    ],
    [
      (file) => {
        set(file.summary, "pairs", -1);
      },
      /summary\.pairs is less than 0/,
    ],
  ];
  for (const [change, fault] of faults) assert.match(await faultOf(changed(change)), fault);
});

test("what the schema does not know is left out, and nothing of it reaches a prototype", async () => {
  const text = changed((file) => {
    set(file, "later", { version: 2 });
    set(file.findings?.[0], "onclick", "alert(1)");
  }).replace('"values":{', '"values":{"__proto__":1,');
  const [first] = (await readFindings(english, text, "findings.json")).findings;
  assert.ok(first);
  assert.ok(!("onclick" in first));
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test("what may be left out is null", async () => {
  const { findings, policy } = await readFindings(
    english,
    changed((file) => {
      for (const name of ["committee", "category", "confidence"]) delete file.findings?.[0]?.[name];
    }),
    "findings.json",
  );
  const [first] = findings;
  assert.deepEqual([first?.committee, first?.category, first?.confidence], [null, null, null]);
  assert.equal(policy, null);
});

test("the language of the schemas: forms without a tag, names as keys", () => {
  const either = { anyOf: [{ type: "string" }, { type: "integer" }] } as const;
  assert.equal(read(3, either), 3);
  assert.throws(() => read(true, either), Misfit);
  assert.throws(() => read(0.5, { type: "integer" }), /the whole is number, not integer/);
  const map = { type: "object", additionalProperties: { type: "number" } } as const;
  assert.deepEqual(read({ a: 1 }, map), { a: 1 });
  assert.throws(() => read({ a: "1" }, map), /^Error: a is string, not number/);
});
