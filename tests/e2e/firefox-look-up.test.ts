import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { HOSTS } from "../fake-apis/sources.mjs";
import { Firefox } from "./support/firefox";
import { pressNamed, shows } from "./support/firefox-page";
import { AUDIT_MS, DIST } from "./support/reading";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { serveSecurely, type SecureServer } from "./support/tls";

let web: Awaited<ReturnType<typeof sleepWeb>>;
let server: SecureServer;
let firefox: Firefox;

before(async () => {
  web = await sleepWeb();
  const standIns = Object.entries(HOSTS as Readonly<Record<string, string>>).map(
    ([host, prefix]): [string, string] => [host, `${web.url}/${prefix}`],
  );
  server = await serveSecurely(new Map([["/sleep", ARTICLE]]), new Map(standIns));
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
  await web.close();
});

test("pressed in Firefox, the button asks for hosts and consent, and references are looked up from the event page's frame", async () => {
  const page = await firefox.browser.newPage();
  await page.goto("https://journal.example/sleep");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", /^(Check again|Try again)$/, AUDIT_MS);
  await shows(panel, ".state p", /^3 citations, 3 references found\. Nothing was looked up yet\.$/);
  assert.equal(web.log.entries().length, 0, "nobody is asked before the reader says so");
  assert.deepEqual(await firefox.consents(), []);

  await pressNamed(panel, "Look up 3 references");
  for (const told of [/^1 verified$/, /^1 not found$/, /^1 retracted$/])
    await shows(panel, ".health button", told, AUDIT_MS);
  assert.deepEqual(await firefox.consents(), ["websiteContent"]);
  assert.ok((await firefox.grantedHosts()).includes("https://api.crossref.org/*"));
  const told = web.log.entries().filter(({ source }) => source === "crossref");
  assert.ok(told.length > 0 && told.every(({ mailto }) => !mailto), "nobody left a mail address");
  assert.deepEqual(await firefox.errors(), []);
});
