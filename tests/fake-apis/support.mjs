// What the tests of the fake scholarly APIs share: the fixtures, and asking with or without the client's own care.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { parseJson } from "./answer.mjs";
import { startFakeApis } from "./server.mjs";

export const FIXTURES = "tests/fixtures/fake-apis";
export const RECORDS = `${FIXTURES}/works.jsonl`;

/** @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, body: string }} Reply */

/**
 * The server over the fixtures.
 *
 * @param {import("./server.mjs").Options} [options]
 */
export const start = (options = {}) =>
  startFakeApis({ records: [RECORDS], texts: `${FIXTURES}/texts`, ...options });

/**
 * One request as it is written: redirects are not followed, nothing is added.
 *
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, body?: string }} [options]
 * @returns {Promise<Reply>}
 */
export const ask = (url, { method = "GET", headers = {}, body = "" } = {}) =>
  new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (/** @type {string} */ chunk) => (text += chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    })
      .on("error", reject)
      .end(body);
  });

/**
 * The JSON of an answer.
 *
 * @param {string} url
 * @param {Parameters<typeof ask>[1]} [options]
 * @returns {Promise<any>}
 */
export async function askJson(url, options) {
  const { status, body } = await ask(url, options);
  const value = parseJson(body);
  if (value === undefined) throw new Error(`${url}: ${status}, no JSON: ${body.slice(0, 200)}`);
  return value;
}

/** @returns {Record<string, import("./shapes.mjs").Shape>} */
export const recordedShapes = () =>
  /** @type {Record<string, import("./shapes.mjs").Shape>} */ (
    parseJson(readFileSync(`${FIXTURES}/shapes.json`, "utf8"))
  );
