// Private addresses are refused whatever proxies the environment names: for `citelight bib` and for `citelight serve`, redirects included.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { hostname } from "node:os";
import { after, test } from "node:test";
import { folder, run } from "./support.mjs";
import { ask, configuration, serve } from "./serving.mjs";

const home = folder();
const NOBODY = "http://127.0.0.1:9";
/** What leads to this machine: names, which the resolver sees to, and addresses in every spelling. */
const NAMES = [
  ...[hostname(), "localhost.", "ip6-localhost"],
  ...["127.0.0.1", "127.1", "0177.0.0.1", "0x7f000001", "2130706433", "0.0.0.0", "0"],
  ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]"],
];

/** A server that counts who comes. @param {(path: string) => string | null} redirect */
async function listen(redirect) {
  /** @type {string[]} */
  const came = [];
  const server = createServer((request, response) => {
    came.push(`${request.method} ${request.url}`);
    const to = redirect(request.url ?? "");
    response.writeHead(to === null ? 404 : 302, to === null ? {} : { Location: to }).end();
  });
  // At every address of this machine, of both versions of IP.
  server.listen(0);
  await once(server, "listening");
  after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { came, port: address.port, url: `http://127.0.0.1:${address.port}` };
}

after(() => {
  home.remove();
});

/** @type {[string, Record<string, string>][]} */
const ENVIRONMENTS = [
  ["none", {}],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"].map(
    (name) => /** @type {[string, Record<string, string>]} */ ([`empty ${name}`, { [name]: "" }]),
  ),
  ["other scheme", { HTTPS_PROXY: NOBODY }],
  ["other scheme, lower case", { https_proxy: NOBODY }],
  ["excepted", { HTTP_PROXY: NOBODY, NO_PROXY: ["localhost", "127.0.0.1", hostname()].join(",") }],
  ["all excepted", { ALL_PROXY: NOBODY, no_proxy: "*,127.0.0.1" }],
];
const bib = home.write(
  "one.bib",
  "@article{a, title={Weirs of oak}, author={Smith, A.}, year={2001}, doi={10.1234/abcd}}\n",
);

for (const [name, environment] of ENVIRONMENTS)
  test(`proxies: ${name}: a redirect leads nowhere private`, async () => {
    const inner = await listen(() => null);
    let at = 0;
    const outer = await listen(() => `http://${NAMES[at++ % NAMES.length]}:${inner.port}/secret`);
    // Each asks several sources: until every name was tried.
    for (let before = -1; before < outer.came.length && outer.came.length < NAMES.length;) {
      before = outer.came.length;
      await run(
        ["bib", bib, "--format", "json", "--sources-url", outer.url, "--no-limits", "--no-cache"],
        environment,
      );
    }
    assert.ok(outer.came.length >= NAMES.length, `only ${outer.came.length} requests`);
    assert.deepEqual(inner.came, []);
    const config = home.write(
      "serve.toml",
      configuration(NOBODY, {
        store: `sqlite:${home.at("jobs.sqlite")}`,
        more: `[sources]\nurl = "${outer.url}"\nno_limits = true\n`,
      }),
    );
    const before = outer.came.length;
    const server = await serve(config, "k", environment);
    after(() => server.kill());
    const body = {
      reference: `Smith A. Weirs of oak. Hydrology. 2001. doi:10.1234/${encodeURIComponent(name)}`,
    };
    await ask(`${server.url}/v1/references:check`, { body });
    await server.stop();
    assert.ok(outer.came.length > before, "the server asked, too");
    assert.deepEqual(inner.came, []);
  });

test("a proxy on this machine is asked for what it carries, and not for private addresses", async () => {
  const proxy = await listen(() => "http://127.0.0.1:1/secret");
  const outcome = await run(["bib", bib, "--format", "json", "--sources", "crossref", "--no-cache"], {
    HTTPS_PROXY: proxy.url,
    HTTP_PROXY: proxy.url,
  });
  assert.notEqual(outcome.code, 0);
  assert.ok(!proxy.came.some((asked) => asked.includes("127.0.0.1")), proxy.came.join("\n"));
});
