import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { ModelEntry } from "../generated/ModelEntry";
import type {
  FromModelWorker,
  ModelOrderKind,
  ModelOrders,
  ModelRole,
  ToModelWorker,
} from "./model-messages";

// A build whose models do as their id says.
const GLUE = `
export default async () => {};
export const Graphics = { open: async () => undefined };
export const wanted = () => [];
export class ModelFile {
  bytes = [];
  append(piece) { this.bytes.push(...piece); }
}
export class Model {
  constructor(entry, file) {
    if (String.fromCharCode(...file.bytes) !== "graph") throw new Error("the file was not copied whole");
    this.id = JSON.parse(entry).id;
    if (this.id === "refuses") throw new Error("no such graph");
    if (this.id === "unknown") throw Object.assign(new Error("no such encoder"), { name: "UnknownGraph" });
    if (this.id === "traps") throw new WebAssembly.RuntimeError("unreachable");
  }
  name() { return this.id; }
  async embed(texts) { return Float32Array.from(texts, ({ length }) => length); }
  async rerank(claims, passages) { return Float32Array.from(claims, (claim, row) => claim.length - passages[row].length); }
  async infer(premises, hypotheses) { return Float64Array.from(premises, (premise, row) => premise.length + hypotheses[row].length); }
}`;

const folder = mkdtempSync(join(tmpdir(), "citelight-builds-"));
for (const build of ["models", "general-simd", "general-relaxed"]) {
  mkdirSync(join(folder, build));
  const glue = build === "models" ? GLUE : GLUE.replaceAll("unknown", "known");
  writeFileSync(join(folder, build, "citelight_web_models.js"), glue);
}
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

const said: FromModelWorker[] = [];
const reported: unknown[] = [];
const surface = Object.assign(new EventTarget(), {
  postMessage: (message: FromModelWorker) => said.push(message),
});
Object.assign(globalThis, { self: surface, reportError: (error: unknown) => reported.push(error) });
await import("./model-worker");

let counter = 0;

/** What it answers, if it does. */
async function order<K extends ModelOrderKind>(
  kind: K,
  order: ModelOrders[K]["order"],
): Promise<FromModelWorker | undefined> {
  counter += 1;
  const id = counter;
  const data = { id, kind, order } as ToModelWorker;
  surface.dispatchEvent(new MessageEvent("message", { data }));
  const answer = (): FromModelWorker | undefined => said.find((message) => message.id === id);
  // A worker that ended before is given the time in which it would have answered.
  const hadEnded = reported.length > 0;
  const until = performance.now() + (hadEnded ? 50 : 5000);
  while (answer() === undefined && (hadEnded || reported.length === 0) && performance.now() < until)
    await new Promise((done) => setTimeout(done, 5));
  return answer();
}

function load(
  id: string,
  role: ModelRole,
  general: WebAssembly.Module | null = null,
  graph = new Blob(["graph"]),
): Promise<FromModelWorker | undefined> {
  const entry = { id, role } as ModelEntry;
  return order("load", { entry, graph, tokenizer: new Blob(["t"]), general });
}

test("each role is asked for what it is for, a refusal is an answer, and a trap ends the worker", async () => {
  const module = {} as WebAssembly.Module;
  await order("start", { wasm: pathToFileURL(`${folder}/`).href, module, graphics: true });
  for (const role of ["bi-encoder", "cross-encoder", "nli"] as const) await load(role, role);
  const numbers = async (role: ModelRole, ...columns: string[][]) => {
    const answer = await order("run", { role, columns });
    assert.ok(answer !== undefined && "answer" in answer, JSON.stringify(answer));
    const { name, numbers } = answer.answer as { name: string; numbers: Float32Array };
    return [name, ...numbers];
  };
  assert.deepEqual(await numbers("bi-encoder", ["a", "bb"]), ["bi-encoder", 1, 2]);
  assert.deepEqual(await numbers("cross-encoder", ["aaa", "a"], ["a", "aaa"]), ["cross-encoder", 2, -2]);
  assert.deepEqual(await numbers("nli", ["a"], ["bb"]), ["nli", 3]);

  assert.deepEqual(await load("refuses", "nli"), { id: counter, failed: "no such graph" });
  assert.equal((await numbers("nli", ["a"], ["bb"]))[1], 3, "and the worker goes on");

  assert.deepEqual(await load("unknown", "nli"), { id: counter, answer: null }, "another build may know it");
  assert.deepEqual(await load("unknown", "nli", module), { id: counter, answer: "unknown" });
  const bytes = new TextEncoder().encode("graph");
  const stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(control) {
        control.enqueue(bytes.slice(0, 3));
        control.enqueue(bytes.slice(3));
        control.close();
      },
    });
  const plain = Object.assign(new Blob(["graph"]), { stream });
  assert.deepEqual(
    await load("plain", "nli", null, plain),
    { id: counter, answer: "plain" },
    "a browser whose files cannot be read into a buffer",
  );
  assert.deepEqual(reported, []);

  assert.equal(await load("traps", "nli"), undefined);
  assert.match(String(reported[0]), /unreachable/);
  assert.equal(await order("run", { role: "nli", columns: [["a"], ["b"]] }), undefined, "it answers no more");
});
