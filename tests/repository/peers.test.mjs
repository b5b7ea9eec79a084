// The comparison with other checkers, without them: how their output is read, what is counted, how they are led to the fake web.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "node:tls";
import { environmentOf, keyOf } from "../bench/peers/environments.mjs";
import { ofStatus, readBibtexCheck, readCitelight, readHarcx } from "../bench/peers/labels.mjs";
import { areMadeUp, atFirstSight, withErrors } from "../bench/peers/prescreening.mjs";
import { PUBLISHED, publishedLabels } from "../bench/peers/published.mjs";
import { figuresOf } from "../bench/peers/report.mjs";
import { scoreOf } from "../bench/peers/score.mjs";
import { certifyHosts, isKnown, openWorld } from "../bench/peers/web.mjs";
import { problemOf } from "../bench/results.mjs";

const fixture = (/** @type {string} */ name) => readFileSync(`tests/fixtures/peers/${name}`, "utf8");

test("what bibtex-check wrote is read by HALLMARK's published mapping", () => {
  const older = readBibtexCheck(fixture("bibtex-check-1.2.0.jsonl"));
  const newer = readBibtexCheck(fixture("bibtex-check-1.12.0.jsonl"));
  for (const verdicts of [older, newer]) {
    const labels = Object.fromEntries([...verdicts.values()].map(({ status, label }) => [status, label]));
    assert.equal(labels.verified, "VALID");
    assert.equal(labels.unconfirmed, "VALID");
    assert.equal(labels.not_found, "HALLUCINATED");
    for (const status of ["doi_not_found", "doi_mismatch", "venue_mismatch", "future_date"])
      assert.equal(labels[status], "HALLUCINATED", status);
  }
  assert.equal(ofStatus("not_found", true).label, "VALID", "a source failed: nothing found is no evidence");
  assert.equal(ofStatus("doi_not_found", true).label, "HALLUCINATED");
  assert.throws(() => ofStatus("brand_new", false), /brand_new.*no reading/);
});

test("what harcx printed is read: whom it came to, and whom it flagged", () => {
  const verdicts = readHarcx(fixture("harcx-0.2.0.txt"));
  assert.equal(verdicts.size, 9);
  const flagged = [...verdicts].filter(([, { label }]) => label === "HALLUCINATED").map(([key]) => key);
  assert.deepEqual(flagged, ["caef38397355", "e00a665213b1"]);
  assert.match(verdicts.get("e00a665213b1")?.status ?? "", /year mismatch \(bib: 2031, found: 2022\)/);
  const failure = readHarcx("[1/1] Checking (article): a\n\n[a]\n  Issue: Timeout of the API\n");
  assert.equal(failure.get("a")?.label, "VALID", "one failure of a source is not held against the entry");
  assert.equal(readHarcx("Error: no such file\n").size, 0);
});

test("errors at first sight are added to a tool's own", async () => {
  const resolves = (/** @type {string} */ doi) => Promise.resolve(doi === "10.1000/known");
  assert.equal(await atFirstSight({ doi: "https://doi.org/10.1000/unknown" }, resolves), "doi");
  assert.equal(await atFirstSight({ doi: "10.1000/known", year: "2031" }, resolves), "year");
  assert.equal(await atFirstSight({ year: "1850" }, resolves), "year");
  assert.equal(await atFirstSight({ year: "in press", author: "Jane Doe" }, resolves), undefined);
  for (const names of ["Author1 and Author2", "et al.", "A. and B.", "X Y and Z W", "John A and Jane B"])
    assert.ok(areMadeUp(names), names);
  for (const names of [
    "",
    "Jane Doe and John Roe",
    "J. Doe and K. Roe",
    "Xu, L. and Wu, Q.",
    "OpenAI and Jane Doe",
  ])
    assert.ok(!areMadeUp(names), names);
  const verdicts = new Map([
    ["a", ofStatus("verified", false)],
    ["b", ofStatus("not_found", false)],
  ]);
  const together = withErrors(
    verdicts,
    new Map([
      ["a", "year"],
      ["b", "doi"],
      ["c", "authors"],
    ]),
  );
  assert.deepEqual(together.get("a"), { label: "HALLUCINATED", status: "year" });
  assert.equal(together.get("b")?.status, "not_found");
  assert.equal(together.get("c")?.label, "HALLUCINATED");
});

test("the figures are HALLMARK's", () => {
  /** @type {import("../bench/peers/score.mjs").Gold[]} */
  const gold = [
    { bibtex_key: "one", label: "HALLUCINATED", difficulty_tier: 1 },
    { bibtex_key: "three", label: "HALLUCINATED", difficulty_tier: 3 },
    { bibtex_key: "right", label: "VALID", difficulty_tier: null },
    { bibtex_key: "accused", label: "VALID" },
    { bibtex_key: "unanswered", label: "VALID" },
  ];
  const said = (/** @type {string} */ key, /** @type {"VALID" | "HALLUCINATED" | "UNCERTAIN"} */ label) => ({
    ...{ key, label, status: "", confidence: 1, type: null, subtests: {}, reasons: [], record: null },
    ...{ fix: null, failures: [], work: { kind: "" }, line: 1 },
  });
  const verdicts = readCitelight([
    said("one", "UNCERTAIN"),
    said("three", "HALLUCINATED"),
    said("right", "VALID"),
    said("accused", "HALLUCINATED"),
  ]);
  const score = scoreOf(gold, verdicts);
  // 1 of 2 found, 1 of 3 accused: F1 2·1 / (2·1 + 1 + 1), by tiers 2·3 / (2·3 + 1 + 1).
  assert.deepEqual([score.detected, score.accused, score.f1, score.weighted], [1 / 2, 1 / 3, 1 / 2, 3 / 4]);
});

test("published rows are those of the release, and marked", () => {
  const table = readFileSync("crate/eval/src/hallmark/peers.rs", "utf8");
  const [row] = PUBLISHED;
  const figures = /"dev_public", "bibtexupdater", \[([\d., ]+)\]/.exec(table)?.[1]?.split(", ").map(Number);
  assert.deepEqual(figures?.slice(0, 4), [row?.detected, row?.accused, row?.f1, row?.weighted]);
  const known = publishedLabels([{ bibtex_key: "a1a52be81664", label: "HALLUCINATED" }]);
  assert.equal(known?.get("a1a52be81664")?.label, "HALLUCINATED");
  assert.equal(publishedLabels([{ bibtex_key: "nobody's", label: "VALID" }]), undefined);

  const score = scoreOf([], new Map());
  const asked = {
    ...{ requests: 3, hasty: 1, excess: 0 },
    ...{ refused: { "a.example": 2 }, unanswered: [{ host: "b.example", path: "/" }] },
  };
  const run = { licence: "MIT", score, answered: 1, processor: 1, asked };
  const figuresNow = figuresOf([
    { kind: "measured", key: "citelight", name: "Citelight", seconds: 2, ...run },
    { kind: "measured", key: "other", name: "Other", seconds: 3, ...run },
    { kind: "screened", key: "other/pre-screened", name: "Other, screened", score },
    { kind: "absent", key: "gone", name: "Gone", why: "it is not there" },
    ...PUBLISHED.map((one) => /** @type {const} */ ({ kind: "published", ...one })),
  ]);
  assert.equal(
    figuresNow.find(({ key }) => key === "other/times")?.value,
    1.5,
    "times are told by ours of the same run",
  );
  assert.equal(figuresNow.find(({ key }) => key === "other/unsimulated")?.value, 3);
  assert.ok(figuresNow.every(({ key, origin }) => key.startsWith("published/") === (origin === "published")));
  const figured = figuresNow.map((figure) => ({ ...figure, tolerance: figure.tolerance ?? 0 }));
  const sheet = /** @type {Parameters<typeof problemOf>[0]} */ ({ suite: "peers", figures: figured });
  assert.equal(problemOf(sheet), undefined);
});

test("an environment is known by its Python, versions and hashes; without Python the reason is told", async () => {
  const home = mkdtempSync(join(tmpdir(), "citelight-"));
  const before = process.env.PYTHON;
  try {
    const [outer, inner] = [join(home, "tool.txt"), join(home, "libraries.txt")];
    writeFileSync(outer, "-r libraries.txt\ntool==1\n");
    writeFileSync(inner, "library==1\n");
    const key = keyOf(outer, "Python 3.11.7");
    assert.notEqual(keyOf(outer, "Python 3.12.0"), key);
    writeFileSync(inner, "library==2\n");
    assert.notEqual(keyOf(outer, "Python 3.11.7"), key);
    process.env.PYTHON = join(home, "python3");
    assert.deepEqual(await environmentOf(outer, join(home, "cache")), {
      kind: "absent",
      why: "there is no python3 (set PYTHON to another name)",
    });
  } finally {
    if (before === undefined) delete process.env.PYTHON;
    else process.env.PYTHON = before;
    rmSync(home, { recursive: true, force: true });
  }
});

test("tools with fixed hosts are answered by the fake web, and by nobody else", async () => {
  const home = mkdtempSync(join(tmpdir(), "citelight-"));
  const world = await openWorld("tests/fixtures/fake-apis/works.jsonl", certifyHosts(home));
  try {
    const authority = readFileSync(world.network.SSL_CERT_FILE, "utf8");
    const proxy = new URL(world.network.HTTPS_PROXY);
    const work = await securely(proxy, authority, "api.crossref.org", "/works/10.5555%2Fjw.1999.4");
    assert.equal(work.status, 200);
    assert.match(work.body, /"DOI":"10.5555\/jw.1999.4"/i);
    assert.equal((await securely(proxy, authority, "dblp.org", "/search/venue/api?q=x")).status, 404);
    assert.equal((await openly(proxy, "http://export.arxiv.org/api/query?search_query=all:x")).status, 200);
    assert.equal((await openly(proxy, "http://elsewhere.example/")).status, 502);
    await assert.rejects(securely(proxy, authority, "scholar.example", "/"), /502/);
    assert.deepEqual(world.asked(), {
      requests: 3,
      hasty: 0,
      excess: 0,
      refused: { "elsewhere.example": 1, "scholar.example": 1 },
      unanswered: [{ host: "dblp.org", path: "/search/venue/api" }],
    });
    assert.ok(await world.resolves("10.5555/jw.1999.4"));
    assert.ok(!(await world.resolves("10.5555/nobody")));
    assert.ok(!isKnown("nowhere", "/works/"), "only what the fake web stands for is known");
  } finally {
    await world.close();
    rmSync(home, { recursive: true, force: true });
  }
});

/** @typedef {{ status: number, body: string }} Reply */

/**
 * A request through the proxy's tunnel, as tools send it for https.
 *
 * @param {URL} proxy
 * @param {string} authority the only one that is trusted
 * @param {string} host
 * @param {string} path
 * @returns {Promise<Reply>}
 */
const securely = (proxy, authority, host, path) =>
  new Promise((resolve, reject) => {
    request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: `${host}:443`, agent: false })
      .on("connect", ({ statusCode }, socket) => {
        if (statusCode !== 200) {
          socket.destroy();
          reject(new Error(`the proxy answered ${statusCode ?? 0}`));
          return;
        }
        const tunnel = connect({ socket, servername: host, ca: authority });
        secureRequest({ host, path, createConnection: () => tunnel }, (response) => {
          collect(response, resolve);
        })
          .on("error", reject)
          .end();
      })
      .on("error", reject)
      .end();
  });

/** A request without TLS, as proxies are sent it. @param {URL} proxy @param {string} url @returns {Promise<Reply>} */
const openly = (proxy, url) =>
  new Promise((resolve, reject) => {
    const headers = { host: new URL(url).host };
    request({ host: proxy.hostname, port: proxy.port, path: url, headers, agent: false }, (response) => {
      collect(response, resolve);
    })
      .on("error", reject)
      .end();
  });

/** @param {import("node:http").IncomingMessage} response @param {(reply: Reply) => void} done */
function collect(response, done) {
  let body = "";
  response.setEncoding("utf8").on("data", (/** @type {string} */ text) => (body += text));
  response.on("end", () => {
    done({ status: response.statusCode ?? 0, body });
  });
}
