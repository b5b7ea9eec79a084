import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ModelEntry } from "../generated/ModelEntry";
import type { Added } from "./model-files";
import type { FromModelWorker, ToModelWorker } from "./model-messages";
import { ModelPort, WorkerLost, type ModelWorkerPort } from "./model-port";
import { openModels, type ModelEnvironment } from "./open-models";
import { useFetchedRequests } from "./xml-http-request.double";
import { LETTERS_AT_ONCE, ModelPool, parts } from "./pool";

/** A model worker that answers as it is told to. */
class Double extends EventTarget {
  readonly heard: ToModelWorker[] = [];
  ended = false;

  constructor(readonly answer: (message: ToModelWorker, worker: Double) => unknown) {
    super();
  }

  postMessage(message: ToModelWorker): void {
    this.heard.push(message);
    setTimeout(() => {
      if (this.ended) return;
      try {
        const answer = this.answer(message, this);
        if (answer !== undefined) this.say({ id: message.id, answer } as FromModelWorker);
      } catch (error) {
        this.say({ id: message.id, failed: (error as Error).message });
      }
    });
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: FromModelWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  crash(): void {
    this.dispatchEvent(new Event("error", { cancelable: true }));
  }
}

/** Two numbers for each text: its length, and that again. */
const lengths = (message: ToModelWorker): unknown =>
  message.kind === "run"
    ? {
        numbers: Float32Array.from(
          (message.order.columns[0] ?? []).flatMap(({ length }) => [length, length]),
        ),
        name: "lengths (double)",
      }
    : null;

const pool = (...workers: Double[]): ModelPool =>
  new ModelPool(workers.map((worker) => new ModelPort(worker as ModelWorkerPort)));

const texts = (...sizes: number[]): string[] => sizes.map((size) => "x".repeat(size));

const heardBy = (worker: Double): number => worker.heard.filter(({ kind }) => kind === "run").length;

test("inputs are split in their order, none lost, and a long one is alone", () => {
  const column = texts(500, 500, 500, LETTERS_AT_ONCE * 3, 10, 10);
  const split = parts([column]);
  assert.deepEqual(
    split.map(([part]) => part?.map(({ length }) => length)),
    [[500, 500], [500], [LETTERS_AT_ONCE * 3], [10, 10]],
  );
  assert.deepEqual(parts([[]]), []);
  const pairs = parts([texts(700, 700), texts(300, 300)]);
  assert.deepEqual(
    pairs.map((columns) => columns.map((column) => column.length)),
    [
      [1, 1],
      [1, 1],
    ],
  );
});

test("workers share the inputs, and answers stand in the order of the inputs", async () => {
  const workers = [new Double(lengths), new Double(lengths)];
  const sizes = Array.from({ length: 20 }, (_, index) => 400 + index);
  const answer = await pool(...workers).run("bi-encoder", [texts(...sizes)]);
  assert.deepEqual(
    [...answer],
    sizes.flatMap((size) => [size, size]),
  );
  assert.ok(workers.every((worker) => heardBy(worker) >= 4));
});

test("the name says what has run", async () => {
  const other = (message: ToModelWorker): unknown => ({
    ...(lengths(message) as object),
    name: "lengths (other)",
  });
  const both = pool(new Double(lengths), new Double(other));
  assert.equal(both.nameOf("nli"), undefined);
  await both.run("nli", [texts(900, 900), texts(900, 900)]);
  assert.equal(both.nameOf("nli"), "lengths (double) and lengths (other)");
});

test("one question of nothing asks nobody", async () => {
  const worker = new Double(lengths);
  assert.equal((await pool(worker).run("nli", [[], []])).length, 0);
  assert.equal(worker.heard.length, 0);
});

test("what a worker was doing when it ended is done by another one", async () => {
  const dying = new Double((_, worker) => {
    worker.crash();
  });
  const living = new Double(lengths);
  const both = pool(living, dying);
  const sizes = [900, 901, 902];
  assert.deepEqual([...(await both.run("bi-encoder", [texts(...sizes)]))], [900, 900, 901, 901, 902, 902]);
  assert.equal(both.workers, 1);
  assert.ok(dying.ended);
});

test("inputs that end two workers end no third one", async () => {
  const dying = (): Double =>
    new Double((_, worker) => {
      worker.crash();
    });
  const workers = [dying(), dying(), dying()];
  await assert.rejects(pool(...workers).run("bi-encoder", [texts(9)]), WorkerLost);
  assert.equal(workers.filter(({ ended }) => ended).length, 2);
});

test("when all workers are lost every question fails, later ones too", async () => {
  const dying = new Double((_, worker) => {
    worker.crash();
  });
  const lost = pool(dying);
  await assert.rejects(lost.run("nli", [texts(900, 900), texts(900, 900)]), WorkerLost);
  await assert.rejects(lost.run("nli", [["a"], ["b"]]), WorkerLost);
});

test("a model that fails says so and the worker goes on", async () => {
  let asked = 0;
  const worker = new Double((message) => {
    asked += 1;
    if (asked === 1) throw new Error("it gave NaN");
    return lengths(message);
  });
  const one = pool(worker);
  await assert.rejects(one.run("bi-encoder", [["a"]]), /it gave NaN/);
  assert.deepEqual([...(await one.run("bi-encoder", [["abc"]]))], [3, 3]);
});

// ---- opening a folder ----------------------------------------------------------------------------------------------

const file = (path: string) => ({ path, bytes: 4, sha256: "" });
const files = (id: string) => ({
  id,
  max_length: 8,
  graph: file(`${id}.onnx`),
  tokenizer: file("words.json"),
  licence: "MIT",
});
const bi = (id: string): ModelEntry => ({ ...files(id), role: "bi-encoder", dimensions: 2, pooling: "mean" });
const nli = (id: string): ModelEntry => ({
  ...files(id),
  role: "nli",
  labels: ["entailment"],
  temperature: 1,
});
const rank = (id: string): ModelEntry => ({ ...files(id), role: "cross-encoder" });
const wanted = [bi("one"), nli("two")];

/** A store that holds these models. */
const storeOf =
  (...entries: ModelEntry[]) =>
  (): Promise<Added> =>
    Promise.resolve({
      entry: (id) => {
        const found = entries.find((entry) => entry.id === id);
        return found
          ? Promise.resolve(found)
          : Promise.reject(new Error(`${id} is not stored. Add it again.`));
      },
      read: () => Promise.resolve(new Blob(["file"])),
    });

/** Serves four bytes for every known path; gives what was asked for. */
function serve(known: readonly string[]): string[] {
  const asked: string[] = [];
  globalThis.fetch = (url) => {
    const path = (url as URL).href.replace("https://models.test/m/", "");
    asked.push(path);
    const body = known.includes(path) ? new Uint8Array(4) : null;
    return Promise.resolve(new Response(body, body === null ? { status: 404, statusText: "Not Found" } : {}));
  };
  return asked;
}

function around(answers: readonly ((message: ToModelWorker, worker: Double) => unknown)[]): {
  surroundings: ModelEnvironment;
  workers: Double[];
} {
  const workers: Double[] = [];
  const open = (): ModelWorkerPort => {
    const worker = new Double(answers[workers.length] ?? (() => null));
    workers.push(worker);
    return worker as ModelWorkerPort;
  };
  const module = {} as WebAssembly.Module;
  const compile = (): Promise<WebAssembly.Module> => Promise.resolve(module);
  return {
    surroundings: {
      open,
      workers: answers.length,
      wasm: "https://models.test/w/",
      compile,
      store: () => Promise.reject(new Error("the storage is not looked into without need")),
    },
    workers,
  };
}

const sound = (message: ToModelWorker): unknown => {
  if (message.kind === "wanted") return wanted;
  if (message.kind === "load") return `${message.order.entry.id}@00000000 (double)`;
  return lengths(message);
};

useFetchedRequests();
// Workers know where they are.
Object.assign(globalThis, { self: { location: { href: "https://models.test/worker.js" } } });

test("every file is fetched once, every worker loads every model, and both answer", async () => {
  const asked = serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  const { surroundings, workers } = around([sound, sound]);
  const told: string[] = [];
  const opened = await openModels(
    "https://models.test/m",
    [],
    (path, received, total) => told.push(`${path} ${received}/${total}`),
    surroundings,
  );
  assert.deepEqual(asked.sort(), ["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  assert.deepEqual(told.slice(0, 2), ["one.onnx 0/4", "one.onnx 4/4"]);
  assert.deepEqual(
    [opened.embedder?.name, opened.inferrer?.name, opened.problems, opened.workers],
    ["one@00000000 (double)", "two@00000000 (double)", [], 2],
  );
  for (const worker of workers) assert.equal(worker.heard.filter(({ kind }) => kind === "load").length, 2);
  assert.deepEqual(
    workers.map(({ heard }) => heard[0]?.kind === "start" && heard[0].order.graphics),
    [true, false],
  );
  assert.deepEqual([...((await opened.embedder?.ask([["ab"]])) ?? [])], [2, 2]);
});

test("a file that is missing is a problem of its model alone", async () => {
  serve(["manifest.json", "one.onnx", "words.json"]);
  const opened = await openModels(
    "https://models.test/m/",
    [],
    () => undefined,
    around([sound]).surroundings,
  );
  assert.equal(opened.embedder?.name, "one@00000000 (double)");
  assert.equal(opened.inferrer, undefined);
  assert.match(opened.problems.join(), /^The model two could not be loaded: .*two\.onnx.* 404 Not Found$/);
});

test("a worker that cannot load what others can is done without", async () => {
  serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  const poor = (message: ToModelWorker): unknown => {
    if (message.kind === "load") throw new Error("out of memory");
    return sound(message);
  };
  const { surroundings, workers } = around([poor, sound]);
  const opened = await openModels("https://models.test/m/", [], () => undefined, surroundings);
  assert.deepEqual([opened.problems, opened.workers], [[], 1]);
  assert.ok(workers[0]?.ended);
  assert.equal((await opened.inferrer?.ask([["a"], ["b"]]))?.length, 2);
});

test("without a manifest there are no models and no workers", async () => {
  serve([]);
  const { surroundings, workers } = around([sound, sound]);
  await assert.rejects(
    openModels("https://models.test/m/", [], () => undefined, surroundings),
    /manifest\.json could not be fetched: the server answered 404 Not Found/,
  );
  assert.ok(workers.every(({ ended }) => ended));
});

test("an added model takes the place of the folder's, whose files are not even fetched", async () => {
  const asked = serve(["manifest.json", "one.onnx", "words.json"]);
  const { surroundings, workers } = around([sound, sound]);
  const opened = await openModels("https://models.test/m/", ["better", "ranks"], () => undefined, {
    ...surroundings,
    store: storeOf(nli("better"), rank("ranks"), bi("not chosen")),
  });
  assert.deepEqual(
    [opened.embedder?.name, opened.reranker?.name, opened.inferrer?.name, opened.problems],
    ["one@00000000 (double)", "ranks@00000000 (double)", "better@00000000 (double)", []],
  );
  assert.deepEqual(asked.sort(), ["manifest.json", "one.onnx", "words.json"]);
  await opened.reranker?.ask([["claim"], ["passage"]]);
  const roles = workers.flatMap(({ heard }) =>
    heard.flatMap((message) => (message.kind === "run" ? [message.order.role] : [])),
  );
  assert.deepEqual(roles, ["cross-encoder"]);
});

test("where an added model cannot be had, the folder's works and the reason is told", async () => {
  serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  const broken = (message: ToModelWorker): unknown => {
    if (message.kind === "load" && message.order.entry.id === "broken") throw new Error("no such graph");
    return sound(message);
  };
  const chosen = ["gone", "broken", "other", "third"];
  const opened = await openModels("https://models.test/m/", chosen, () => undefined, {
    ...around([broken, broken]).surroundings,
    store: storeOf(nli("broken"), bi("other"), bi("third")),
  });
  assert.deepEqual(
    [opened.embedder?.name, opened.inferrer?.name, opened.workers],
    ["other@00000000 (double)", "two@00000000 (double)", 2],
  );
  assert.deepEqual(opened.problems, [
    "The model gone could not be loaded: gone is not stored. Add it again.",
    "The model broken could not be loaded: no such graph",
    "The model third is not used: other was chosen for the same task. Choose one of them.",
  ]);
});

test("a model that ends all workers leaves no model behind that nobody could run", async () => {
  serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  const weak = (message: ToModelWorker, worker: Double): unknown => {
    if (message.kind !== "load" || message.order.entry.id !== "two") return sound(message);
    worker.crash();
    return undefined;
  };
  const { surroundings } = around([weak, weak]);
  const opened = await openModels("https://models.test/m/", [], () => undefined, surroundings);
  assert.deepEqual([opened.embedder, opened.inferrer, opened.workers], [undefined, undefined, 0]);
  assert.match(opened.problems.join(), /The model two could not be loaded: a worker .* ended/);
});

test("workers that do not start are not taken for a want of memory", async () => {
  serve(["manifest.json"]);
  const missing = (_: ToModelWorker, worker: Double): void => {
    worker.crash();
  };
  const { surroundings } = around([missing]);
  await assert.rejects(
    openModels("https://models.test/m/", [], () => undefined, surroundings),
    /could not be started; put model-worker\.js beside worker\.js/,
  );
});

/** Lets the workers' answers come, then time pass. */
async function pass(context: TestContext, milliseconds: number): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((done) => setImmediate(done));
  context.mock.timers.tick(milliseconds);
}

test("a worker that never begins is replaced, and one that answers is let alone", async (context) => {
  serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  const silent = (): undefined => undefined;
  const { surroundings, workers } = around([sound, silent, sound]);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const opening = openModels("https://models.test/m/", [], () => undefined, { ...surroundings, workers: 2 });
  await pass(context, 1);
  await pass(context, 30_000);
  for (let turns = 0; turns < 20; turns += 1) await pass(context, 1);
  assert.equal((await opening).workers, 2);
  assert.deepEqual(
    workers.map(({ ended }) => ended),
    [false, true, false],
  );
});

test("where one worker after another never begins, the others do its work; where none begins, the reader is told", async (context) => {
  const silent = (): undefined => undefined;
  for (const [answers, workers] of [
    [[sound, silent, silent, silent], 1],
    [[silent, silent, silent, silent, silent, silent], null],
  ] as const) {
    serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
    const { surroundings } = around(answers);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const opening = openModels("https://models.test/m/", [], () => undefined, {
      ...surroundings,
      workers: 2,
    });
    const opened = opening.then(
      ({ workers }) => workers,
      (error: unknown) => String(error),
    );
    await pass(context, 1);
    for (let starts = 0; starts < 3; starts += 1) await pass(context, 30_000);
    for (let turns = 0; turns < 20; turns += 1) await pass(context, 1);
    if (workers === null) assert.match(String(await opened), /could not be started/);
    else assert.equal(await opened, workers);
    context.mock.timers.reset();
  }
});

test("the build for any graph is compiled once, however many workers and models need it", async () => {
  serve(["manifest.json", "one.onnx", "two.onnx", "words.json"]);
  const picky = (message: ToModelWorker): unknown =>
    message.kind === "load" && message.order.general === null ? null : sound(message);
  const { surroundings } = around([picky, picky]);
  const compiled: string[] = [];
  const opened = await openModels("https://models.test/m/", [], () => undefined, {
    ...surroundings,
    compile: (_, build) => {
      compiled.push(build);
      return Promise.resolve({} as WebAssembly.Module);
    },
  });
  assert.deepEqual(compiled, ["models", "general"]);
  assert.deepEqual([opened.inferrer?.name, opened.workers], ["two@00000000 (double)", 2]);
});
