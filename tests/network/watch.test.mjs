// `citelight watch` against the fake scholarly APIs: what is new is told once, signed, and kept until it is told.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { start } from "../fake-apis/support.mjs";
import { folder, run } from "./support.mjs";

const SECRET = "a secret of the journal's own";
const web = await start();
const home = folder();
after(async () => {
  await web.close();
  home.remove();
});

const ARTICLE = `# Dams

Dams cure everything [1]. Ladders can be learnt [2].

## References

[1] Quack, Q., & Duck, D. (2015). Dams Cure Everything. Annals of Weir Medicine, 3(1), 1-9.
[2] Øvergård, A. B., & Li, W. (2021). Learning Sparse Ladders with Gradient Weirs: A Study of Damped Search. International Conference on Learning Weirs.
`;

/** Findings as they were published before the retraction: the works as they stood then. */
async function published() {
  const article = home.write("article.md", ARTICLE);
  const records = home.write(
    "then.jsonl",
    `${JSON.stringify({ id: "d", title: "Dams Cure Everything", authors: ["Quack, Q.", "Duck, Donna"], year: 2015, venue: "Annals of Weir Medicine", doi: "10.5555/awm.2015.9" })}\n${JSON.stringify({ id: "l", title: "Learning Sparse Ladders with Gradient Weirs: A Study of Damped Search", authors: ["Øvergård, Ada B.", "Li, Wei"], year: 2021, venue: "International Conference on Learning Weirs", doi: "10.5555/weirs.2021.17" })}\n`,
  );
  const { stdout, stderr } = await run([
    "check",
    article,
    "--no-models",
    "--records",
    records,
    "--format",
    "json",
  ]);
  assert.notEqual(stdout, "", stderr);
  const export_ = /** @type {{ resolutions: { resolution: { outcome?: string, record?: unknown } }[] }} */ (
    parseJson(stdout)
  );
  assert.ok(
    export_.resolutions.every(({ resolution }) => resolution.record !== undefined),
    stdout,
  );
  return home.write("findings.json", stdout);
}

/** @param {string} state @param {string[]} [more] @param {Record<string, string>} [env] */
const watch = async (state, more = [], env = {}) =>
  run(
    [
      "watch",
      await findings,
      "--state",
      home.at(state),
      "--sources-url",
      web.url,
      "--no-limits",
      "--no-cache",
      ...more,
    ],
    env,
  );
const findings = published();

test("a retraction since then is told once; what stands is not told", async () => {
  const first = await watch("told.json", ["--format", "json"]);
  assert.equal(first.code, 0, first.stderr);
  const news = first.stdout
    .trim()
    .split("\n")
    .map((line) => /** @type {Record<string, unknown>} */ (parseJson(line)));
  assert.equal(news.length, 1, first.stdout);
  const [one = {}] = news;
  assert.equal(one.schema, "citelight/news/1");
  assert.equal(one.kind, "retraction");
  assert.equal(one.findings, "findings.json");
  assert.match(String(one.work), /Dams Cure Everything/);
  const second = await watch("told.json", ["--format", "json"]);
  assert.deepEqual([second.code, second.stdout], [0, ""], second.stderr);
});

test("a webhook is signed, tried again, and told once", async () => {
  /** @type {{ event: string, signature: string, body: string }[]} */
  const heard = [];
  let failures = 1;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (/** @type {string} */ text) => (body += text));
    request.on("end", () => {
      const header = (/** @type {string} */ name) => String(request.headers[name]);
      heard.push({ event: header("x-citelight-event"), signature: header("x-citelight-signature"), body });
      response.writeHead(failures-- > 0 ? 503 : 204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const hook = ["--webhook", `http://127.0.0.1:${port}/news`];
  try {
    const first = await watch("hook.json", hook, { CITELIGHT_WEBHOOK_SECRET: SECRET });
    assert.equal(first.code, 0, first.stderr);
    assert.equal(heard.length, 2, "once in vain, once told");
    assert.deepEqual(new Set(heard.map(({ event }) => event)).size, 1);
    for (const { signature, body } of heard) {
      const [, time, sent] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      assert.equal(sent, createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex"));
    }
    await watch("hook.json", hook, { CITELIGHT_WEBHOOK_SECRET: SECRET });
    assert.equal(heard.length, 2, "told again");
    // A server that refuses is not asked again in this look; the news wait for the next.
    failures = 0;
    server.removeAllListeners("request");
    let refused = 0;
    server.on("request", (_, response) => {
      refused += 1;
      response.writeHead(410).end();
    });
    const third = await watch("refused.json", hook, { CITELIGHT_WEBHOOK_SECRET: SECRET });
    assert.deepEqual([third.code, refused], [2, 1], third.stderr);
    const kept = /** @type {{ told: string[], pending: unknown[] }} */ (
      parseJson(readFileSync(home.at("refused.json"), "utf8"))
    );
    assert.deepEqual([kept.told.length, kept.pending.length], [0, 1]);
  } finally {
    server.close();
  }
});

test("only https or this computer is told, and only with a secret", async () => {
  for (const [url, secret, reason] of [
    ["http://hooks.example.org/", SECRET, /cannot be a webhook/],
    ["https://hooks.example.org/", "", /CITELIGHT_WEBHOOK_SECRET/],
  ]) {
    const { code, stderr } = await watch("none.json", ["--webhook", String(url)], {
      CITELIGHT_WEBHOOK_SECRET: String(secret),
    });
    assert.equal(code, 2);
    assert.match(stderr, /** @type {RegExp} */ (reason));
  }
});

test("a source that fails leaves the look incomplete, and nothing is forgotten", async () => {
  const down = ["--sources-url", "http://127.0.0.1:9"];
  const args = [
    "watch",
    await findings,
    "--state",
    home.at("down.json"),
    ...down,
    "--no-limits",
    "--no-cache",
  ];
  const failed = await run(args);
  assert.equal(failed.code, 2, failed.stderr);
  const later = await watch("down.json");
  assert.equal(later.code, 0, later.stderr);
  assert.match(later.stdout, /was retracted/);
  writeFileSync(home.at("broken.json"), "{");
  const broken = await watch("broken.json");
  assert.equal(broken.code, 2);
  assert.match(broken.stderr, /malformed/);
});
