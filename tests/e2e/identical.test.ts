/**
 * One document, judged by the command, by the command through a Citelight server, and by the browser's worker, with and without that
 * server: with recorded answers of all models the findings are the same to the byte; with live local models verdicts and evidence are.
 */

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { EndpointSettings } from "@citelight/shared/generated/EndpointSettings";
import type { Finding } from "@citelight/shared/generated/Finding";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { ToWorker } from "@citelight/shared/generated/ToWorker";
import { NEW_SETTINGS } from "@citelight/shared/audit/endpoint-choice";
import { newOrder, textAlone } from "@citelight/shared/audit/order";
import { startFakeLlm, type FakeLlm } from "../fake-llm/server.mjs";
import { configuration, serve as serveCitelight, TOKEN } from "../network/serving.mjs";
import { folder, run } from "../network/support.mjs";
import { serve } from "../../scripts/build/serve.mjs";
import { launch } from "./support/browser";
import { DIST, excerpt } from "./support/reading";
import { replayingSite } from "./support/replay";

const MODEL_HOST = "models.example.org";
const CITELIGHT_HOST = "citelight.example.org";
const LIBRARY = "www/demo/library";
const NO_LIMITS = { requests: null, tokens: null, cost: null };

let double: FakeLlm;
let citelight: Awaited<ReturnType<typeof serveCitelight>>;
let site: Awaited<ReturnType<typeof serve>>;
let browser: Browser;
const home = folder();
const article = home.write("excerpt.html", excerpt());
// Findings name who was asked: a file here, the library in the browser.
const records = home.at("library");
const inference = home.at("inference.jsonl");

before(async () => {
  copyFileSync(join(LIBRARY, "records.jsonl"), records);
  // Always wrong, now one way and now the other, so that verdicts and categories come about; the same body always gets the same answers.
  double = await startFakeLlm({ mode: "noisy", errorRate: 1, isSteady: true, seed: 7 });
  const store = `sqlite:${home.at("jobs.sqlite")}`;
  citelight = await serveCitelight(home.write("serve.toml", configuration(double.url, { store })));
  site = await serve(join(DIST, "www"));
  browser = await launch();
});

after(async () => {
  await browser.close();
  await site.close();
  await citelight.stop();
  await double.close();
  home.remove();
});

/** Findings of the command. */
async function commanded(more: string[], key = "none"): Promise<Finding[]> {
  double.reset();
  const args = ["check", article, "--records", records, "--texts", LIBRARY, "--format", "json"];
  const outcome = await run([...args, ...more], { CITELIGHT_ENDPOINT_KEY: key });
  assert.notEqual(outcome.stdout, "", outcome.stderr);
  return (JSON.parse(outcome.stdout) as { findings: Finding[] }).findings;
}

const LOCAL = ["--models", "models"];
const RECORDED = ["--inference", inference];
const MODEL = () => ["--endpoint", `${double.url}/v1`, "--endpoint-model", "double"];
const SERVER = () => ["--endpoint", citelight.url, "--endpoint-kind", "citelight"];

/** A page of the demo's site, and nothing else: the worker is spoken to as pages speak to it. */
async function openPage(site: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const homes: ReadonlyMap<string, string> = new Map([
    [MODEL_HOST, double.url],
    [CITELIGHT_HOST, citelight.url],
  ]);
  await context.route(
    (url) => homes.has(url.host),
    async (route) => {
      const { host, pathname } = new URL(route.request().url());
      if (route.request().method() === "OPTIONS")
        return route.fulfill({
          headers: {
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Allow-Headers": "authorization, content-type, idempotency-key, prefer",
          },
        });
      const response = await route.fetch({ url: `${homes.get(host) ?? ""}${pathname}` });
      return route.fulfill({
        response,
        headers: {
          ...response.headers(),
          "Access-Control-Allow-Origin": "*",
          "Access-Control-Expose-Headers": "idempotency-replayed, retry-after",
        },
      });
    },
  );
  const page = await context.newPage();
  await page.route("**/empty.html", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!DOCTYPE html><title>Empty</title>" }),
  );
  await page.goto(new URL("empty.html", site).href);
  return { context, page };
}

/** Findings of a worker in a page. */
async function browsed(
  page: Page,
  endpoint: Partial<EndpointSettings> | null,
  key: string | null = null,
): Promise<Finding[]> {
  double.reset();
  const settings: EndpointSettings | null =
    endpoint === null ? null : { ...NEW_SETTINGS, limits: NO_LIMITS, ...endpoint };
  const messages: ToWorker[] = [
    {
      kind: "load",
      models: new URL("models/", page.url()).href,
      added: [],
      library: new URL("library/", page.url()).href,
    },
    ...(settings === null ? [] : [{ kind: "key", url: settings.url, key } as const]),
    {
      kind: "audit",
      audit: "a",
      order: newOrder(
        {
          kind: "sent",
          id: null,
          document: { content: textAlone(readFileSync(article, "utf8")), origin: article, address: null },
        },
        { endpoint: settings === null ? null : { settings, carried: false } },
      ),
    },
  ];
  return page.evaluate(
    (orders) =>
      new Promise<Finding[]>((done, failed) => {
        const worker = new Worker("worker.js", { type: "module" });
        const findings: Finding[] = [];
        worker.addEventListener("error", () => {
          failed(new Error("the worker could not be started"));
        });
        worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
          if (data.kind === "failed") failed(new Error(data.message));
          if (data.kind !== "event") return;
          if (data.event.kind === "found") findings.push(data.event.finding);
          if (data.event.kind !== "finished") return;
          worker.terminate();
          done(findings);
        });
        for (const order of orders) worker.postMessage(order);
      }),
    messages,
  );
}

const pair = ({ citation, reference }: Finding): string => `${citation} ${reference}`;

/** Each finding as one text; in the order of their names, since several are judged side by side. */
function written(findings: readonly Finding[]): string[] {
  const sorted = [...findings].sort((one, other) => pair(one).localeCompare(pair(other)));
  return sorted.map((finding) =>
    // Each names its own records: the page by a name that is told to readers.
    JSON.stringify(finding).replaceAll(records, "library").replaceAll("the local library", "library"),
  );
}

/** Fails at the first place where findings differ, and shows it: a finding is longer than anybody reads. */
function assertAlike(found: readonly Finding[], expected: readonly Finding[]): void {
  const [one, other] = [written(found), written(expected)];
  assert.equal(one.length, other.length);
  for (const [index, text] of one.entries()) {
    const wanted = other[index] ?? "";
    let at = 0;
    while (at < text.length && text[at] === wanted[at]) at += 1;
    const around = (whole: string): string => whole.slice(Math.max(0, at - 60), at + 60);
    assert.equal(around(text), around(wanted), text.slice(0, 40));
  }
}

let reference: Finding[];

test("a server decides as the command itself does, and the command through it", async () => {
  reference = await commanded([...LOCAL, ...RECORDED, ...MODEL()]);
  const asked = reference.filter(({ trail }) => trail.some(({ step }) => step === "arbitrate"));
  assert.ok(asked.length >= 5, `${asked.length} findings were put to the model`);
  assert.ok(
    asked.some(({ verdict }) => verdict === "miscited") &&
      asked.some(({ verdict }) => verdict === "supported"),
    "the double errs both ways",
  );
  const there = await commanded([...LOCAL, ...RECORDED, ...SERVER()], TOKEN);
  assertAlike(there, reference);
  // Without models: the recording holds everything.
  const replayed = await commanded(["--no-models", ...RECORDED, ...MODEL()]);
  assertAlike(replayed, reference);
});

test("the browser's worker comes to the same findings, alone and through the server", async () => {
  const replaying = folder();
  replayingSite(join(DIST, "www"), replaying.path, inference);
  const replayed = await serve(replaying.path);
  const { context, page } = await openPage(replayed.url);
  const direct = await browsed(page, { url: `https://${MODEL_HOST}/v1`, model: "double" });
  assertAlike(direct, reference);
  const through = await browsed(page, { kind: "citelight", url: `https://${CITELIGHT_HOST}` }, TOKEN);
  assertAlike(through, reference);
  await context.close();
  await replayed.close();
  replaying.remove();
});

test("with live local models verdicts and evidence are the same, scores within 0.001", async () => {
  const native = await commanded(LOCAL);
  const { context, page } = await openPage(site.url);
  const live = await browsed(page, null);
  await context.close();
  const sorted = (findings: Finding[]): Finding[] =>
    [...findings].sort((one, other) => pair(one).localeCompare(pair(other)));
  assert.equal(live.length, native.length);
  for (const [index, one] of sorted(live).entries()) {
    const other = sorted(native)[index];
    assert.ok(other !== undefined);
    const told = ({ verdict, category, reasons, evidence }: Finding): unknown => [
      verdict,
      category,
      reasons.map(({ kind }) => kind),
      evidence.map(({ text }) => text),
    ];
    assert.deepEqual(told(one), told(other), pair(one));
    assert.ok(Math.abs((one.confidence ?? 0) - (other.confidence ?? 0)) <= 1e-3, pair(one));
  }
});
