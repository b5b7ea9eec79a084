import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { grants as firefox } from "./grants.firefox";
import { grants as chromium } from "./grants";

const HOSTS = ["https://api.crossref.org/*"];

/** A browser that grants all it is asked for; `knows` are the keys of a question that it does not refuse. */
function browser(knows: readonly string[]): object[] {
  const asked: object[] = [];
  const answer = (wanted: object): Promise<boolean> => {
    for (const key of Object.keys(wanted))
      if (!knows.includes(key)) throw new Error(`Unexpected property "${key}"`);
    asked.push(wanted);
    return Promise.resolve(true);
  };
  Object.assign(globalThis, { chrome: { permissions: { request: answer, contains: answer } } });
  return asked;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "chrome");
});

test("Firefox is asked for hosts and for consent in one question", async () => {
  const asked = browser(["origins", "data_collection"]);
  assert.equal(await firefox.ask(HOSTS, ["websiteContent"]), true);
  assert.equal(await firefox.isGranted([], ["personallyIdentifyingInfo"]), true);
  assert.deepEqual(asked, [
    { origins: HOSTS, data_collection: ["websiteContent"] },
    { origins: [], data_collection: ["personallyIdentifyingInfo"] },
  ]);
});

test("Chrome is asked for hosts alone, and for nothing where there is none", async () => {
  const asked = browser(["origins"]);
  assert.equal(await chromium.ask(HOSTS, ["websiteContent"]), true);
  assert.equal(await chromium.ask([], ["personallyIdentifyingInfo"]), true);
  assert.equal(await chromium.isGranted([], ["personallyIdentifyingInfo"]), true);
  assert.deepEqual(asked, [{ origins: HOSTS }]);
});
