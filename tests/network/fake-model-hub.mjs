// A stand-in for the public hub of models: files, ranges, tags, and what may go wrong.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";

/**
 * @typedef {object} Faults
 * @property {number} [cutAfter] bytes of a body after which the connection is cut
 * @property {number} [cuts] how often; for ever if it is left out
 * @property {Promise<unknown>} [hold] what the cut waits for: browsers drop what was not read by then; a moment if left out
 * @property {boolean} [noRanges] the server sends all of a file, whatever part is asked for
 * @property {boolean} [noLength] the server does not say how long its files are
 * @property {string | undefined} [tag] ETag of all files; "" for none
 * @property {number} [status] answered to everything
 * @property {number} [retryAfter] seconds, with that status
 * @property {number} [pause] milliseconds between chunks
 * @property {number} [chunk] bytes of a chunk
 */

/** @typedef {{ path: string, range: string | null, ifRange: string | null }} Asked */

/** @param {Uint8Array} content */
export const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** Bytes that look like nothing in particular, the same for the same seed. @param {number} length @param {number} seed */
export function noise(length, seed) {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/**
 * The catalogue's entry of a model of these files.
 *
 * @param {string} id
 * @param {{ graph: Uint8Array, tokenizer: Uint8Array }} files
 */
export const entryOf = (id, { graph, tokenizer }) => ({
  id,
  role: /** @type {const} */ ("cross-encoder"),
  max_length: 16,
  graph: { path: "onnx/model.onnx", bytes: graph.byteLength, sha256: sha256(graph) },
  tokenizer: { path: "tokenizer.json", bytes: tokenizer.byteLength, sha256: sha256(tokenizer) },
  licence: "MIT",
  good_for: "Tests.",
  hub: { repository: `owner/${id}`, revision: "abc123" },
});

/**
 * A hub with models of a graph and a tokenizer each.
 *
 * @param {Record<string, { graph: Uint8Array, tokenizer: Uint8Array }>} models by id
 */
export async function startHub(models) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const [id, { graph, tokenizer }] of Object.entries(models)) {
    files.set(`/owner/${id}/resolve/abc123/onnx/model.onnx`, graph);
    files.set(`/owner/${id}/resolve/abc123/tokenizer.json`, tokenizer);
  }
  /** @type {Faults} */
  let faults = {};
  /** @type {Asked[]} */
  let asked = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
  async function answer(request, response) {
    const {
      cutAfter = Infinity,
      hold,
      noRanges,
      noLength,
      tag,
      status,
      retryAfter,
      pause = 0,
      chunk = 65_536,
    } = faults;
    // As the public hub does, so that pages may ask it.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Expose-Headers", "ETag, Content-Range, Accept-Ranges");
    const { url = "/", headers } = request;
    const range = headers.range ?? null;
    const ifRange = typeof headers["if-range"] === "string" ? headers["if-range"] : null;
    asked.push({ path: url, range, ifRange });
    const whole = files.get(url);
    if (whole === undefined || status !== undefined) {
      if (retryAfter !== undefined) response.setHeader("Retry-After", `${retryAfter}`);
      response.writeHead(status ?? 404).end("nothing here");
      return;
    }
    const own = tag ?? `"${sha256(whole).slice(0, 16)}"`;
    if (own !== "") response.setHeader("ETag", own);
    const isSame = ifRange === null || ifRange === own;
    const from =
      range === null || noRanges === true || !isSame ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1]);
    if (from > 0 && from >= whole.byteLength) {
      response.writeHead(416, { "Content-Range": `bytes */${whole.byteLength}` }).end();
      return;
    }
    const rest = whole.subarray(from);
    if (from > 0)
      response.setHeader("Content-Range", `bytes ${from}-${whole.byteLength - 1}/${whole.byteLength}`);
    if (noLength !== true) response.setHeader("Content-Length", rest.byteLength);
    response.writeHead(from > 0 ? 206 : 200);
    const isCut = cutAfter < rest.byteLength && (faults.cuts ?? Infinity) > 0;
    if (isCut && faults.cuts !== undefined) faults = { ...faults, cuts: faults.cuts - 1 };
    const end = isCut ? cutAfter : rest.byteLength;
    for (let at = 0; at < end; at += chunk) {
      if (!response.write(rest.subarray(at, Math.min(end, at + chunk)))) await once(response, "drain");
      if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    }
    if (!isCut) {
      response.end();
      return;
    }
    // What was written goes out before the connection is cut.
    response.flushHeaders();
    await (hold ?? new Promise((done) => setTimeout(done, 20)));
    response.destroy();
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the hub has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The catalogue of these models, as manifests write it. */
    optional: Object.entries(models).map(([id, files]) => entryOf(id, files)),
    /** What goes wrong from now on. @param {Faults} now */
    fault: (now) => {
      faults = now;
    },
    /** Another content in the place of a file. @param {string} id @param {Uint8Array} graph */
    replace: (id, graph) => {
      files.set(`/owner/${id}/resolve/abc123/onnx/model.onnx`, graph);
    },
    /** What was asked since it was last looked at. */
    asked: () => {
      const seen = asked;
      asked = [];
      return seen;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
