/** Each PDF is read in a worker of its own, which does not outlive it: whatever the file does. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PdfReader, type FromPdfWorker, type PdfWorkerPort } from "./pdf-reader";

/** A worker whose answer is up to the test. */
class FakePdfWorker extends EventTarget {
  file: Uint8Array | null = null;
  isEnded = false;

  postMessage(file: Uint8Array): void {
    this.file = file;
  }

  terminate(): void {
    this.isEnded = true;
  }

  say(data: FromPdfWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const EMPTY = { title: null, fonts: [], pages: [] };

function start(mostMs: number): { reader: PdfReader; workers: FakePdfWorker[] } {
  const workers: FakePdfWorker[] = [];
  const open = (): PdfWorkerPort => {
    const worker = new FakePdfWorker();
    workers.push(worker);
    return worker as PdfWorkerPort;
  };
  return { reader: new PdfReader(open, mostMs), workers };
}

const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

test("one file at a time, each in a new worker that is ended", async () => {
  const { reader, workers } = start(60_000);
  const [one, two] = [reader.read(new Uint8Array([1])), reader.read(new Uint8Array([2]))];
  await soon();
  assert.equal(workers.length, 1);
  workers[0]?.say({ kind: "read", text: { ...EMPTY, title: "One" } });
  assert.equal((await one).title, "One");
  await soon();
  assert.deepEqual([workers.length, workers[0]?.isEnded, workers[1]?.isEnded], [2, true, false]);
  workers[1]?.say({ kind: "failed", reason: "the PDF is locked with a password" });
  await assert.rejects(two, /^Error: the PDF is locked with a password$/);
  assert.ok(workers[1]?.isEnded);
});

test("a file that is never done is given up with its worker, and holds up no other", async () => {
  const { reader, workers } = start(20);
  const endless = reader.read(new Uint8Array([1]));
  const next = reader.read(new Uint8Array([2]));
  await assert.rejects(endless, /reading the PDF took longer than 0\.02 s/);
  assert.ok(workers[0]?.isEnded);
  await soon();
  workers[1]?.say({ kind: "read", text: EMPTY });
  assert.deepEqual(await next, EMPTY);
});

test("a worker that dies is told as what it is", async () => {
  const { reader, workers } = start(60_000);
  const reading = reader.read(new Uint8Array([1]));
  await soon();
  workers[0]?.dispatchEvent(new Event("error"));
  await assert.rejects(reading, /ended, probably for want of memory/);
});
