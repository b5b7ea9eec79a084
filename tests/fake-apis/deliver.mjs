// Sends an answer, with the faults that lie in the sending: late, in drips, cut off, without end, never.
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {import("node:http").ServerResponse} ServerResponse */

const DRIP_EVERY = 20;
const BLOCK = Buffer.alloc(64 * 1024, " ");

/** Whether nobody reads any more. @param {ServerResponse} response */
const gone = (response) => response.destroyed;

/** When nobody reads any more. @param {ServerResponse} response @returns {Promise<void>} */
const closed = (response) =>
  new Promise((resolve) => {
    if (gone(response)) resolve();
    else
      response.once("close", () => {
        resolve();
      });
  });

/** Waits, but not for longer than somebody reads: a timer that is left over would keep its process running. @param {ServerResponse} response @param {number} delay milliseconds */
async function waited(response, delay) {
  const enough = new AbortController();
  await Promise.race([
    sleep(delay, undefined, { signal: enough.signal }).catch(() => undefined),
    closed(response),
  ]);
  enough.abort();
}

/**
 * @param {ServerResponse} response
 * @param {string | Buffer} chunk
 * @returns {Promise<void>} when there is room for more, or nobody reads any more
 */
export async function write(response, chunk) {
  if (gone(response) || response.write(chunk)) return;
  await new Promise((resolve) => {
    const go = () => {
      response.off("drain", go).off("close", go);
      resolve(undefined);
    };
    response.on("drain", go).on("close", go);
  });
}

/**
 * @param {ServerResponse} response
 * @param {import("./answer.mjs").Answer} answer
 * @param {import("./faults.mjs").Fault[]} faults
 * @param {number} speed how many times faster than the clock time runs
 * @returns {Promise<void>} when the answer is out, or the connection is gone
 */
export async function deliver(response, answer, faults, speed) {
  /** @param {import("./faults.mjs").FaultKind} kind */
  const fault = (kind) => faults.find((one) => one.kind === kind);
  const delay =
    faults.reduce((sum, { kind, value }) => (kind === "latency" ? sum + Number(value ?? 100) : sum), 0) /
    speed;
  if (delay > 0) await waited(response, delay);
  if (gone(response)) return;
  const hang = fault("hang");
  if (hang && hang.value !== "mid") {
    await closed(response);
    return;
  }
  const reset = fault("reset");
  if (reset && reset.value !== "mid") {
    response.socket?.resetAndDestroy();
    return;
  }
  const huge = fault("huge");
  const drip = fault("drip");
  if (!reset && !huge && !drip && !hang) {
    const length = Buffer.byteLength(answer.body);
    response.writeHead(answer.status, { ...answer.headers, "Content-Length": length }).end(answer.body);
    return;
  }
  const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  if (huge) {
    // Blanks are valid before and after JSON and XML content: only the size is wrong.
    response.writeHead(answer.status, answer.headers);
    await write(response, body);
    for (let left = Number(huge.value ?? 64_000_000); left > 0 && !gone(response); left -= BLOCK.length)
      await write(response, left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK);
    response.end();
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, "Content-Length": body.length });
  if (hang) {
    await write(response, body.subarray(0, Math.floor(body.length / 2)));
    await closed(response);
    return;
  }
  if (reset) {
    await write(response, body.subarray(0, Math.floor(body.length / 2)));
    await sleep(1); // so that the half is out before the reset
    response.socket?.resetAndDestroy();
    return;
  }
  const chunks = Math.max(2, Math.ceil(Number(drip?.value ?? 2000) / speed / DRIP_EVERY));
  const size = Math.max(1, Math.ceil(body.length / chunks));
  for (let at = 0; at < body.length && !gone(response); at += size) {
    // Nothing is waited for after the last drop: a reader has the whole answer then.
    await sleep(DRIP_EVERY);
    await write(response, body.subarray(at, at + size));
  }
  response.end();
}
