// Has an installed command serve an assistant (`citelight mcp`) and an editor (`citelight lsp`) in this folder, which holds refs.bib and
// works.jsonl, and compares what they say of the entry `none`, which no record has.
//   node scripts/test/try-servers.mjs PATH HOME
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [path, home] = process.argv.slice(2);
const PATIENCE = 60_000;

/** @typedef {{ code: string, range: { start: { line: number } } }} Diagnostic */
/**
 * What of a message counts here.
 * @typedef {object} Message
 * @property {number} [id]
 * @property {{ structuredContent?: { entries: { key: string, problem: string }[] } }} [result]
 * @property {{ diagnostics?: Diagnostic[] }} [params]
 */
const OPTIONS = ["--offline", "--complete-records", "--records", "works.jsonl"];

/** @param {string} text @returns {Message} */
function message(text) {
  const read = /** @type {unknown} */ (JSON.parse(text));
  return /** @type {Message} */ (read);
}

/**
 * A server over pipes.
 * @param {string[]} args
 * @param {(message: object) => string} write
 * @param {(text: string) => [Message, string] | undefined} read a message and what follows it, once it is whole
 */
function start(args, write, read) {
  const server = spawn("citelight", args, {
    env: { PATH: path, HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const timer = setTimeout(() => server.kill(), PATIENCE);
  /** @type {Message[]} */
  const messages = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  let text = "";
  server.stdout.setEncoding("utf8").on("data", (/** @type {string} */ part) => {
    text += part;
    for (let next = read(text); next !== undefined; next = read(text)) {
      messages.push(next[0]);
      text = next[1];
    }
    waiting.splice(0).forEach((wake) => {
      wake();
    });
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    server.on("close", (code) => {
      clearTimeout(timer);
      waiting.splice(0).forEach((wake) => {
        wake();
      });
      resolve(code);
    });
  });
  return {
    ended,
    close: () => server.stdin.end(),
    /** @param {object} message */
    send: (message) => server.stdin.write(write({ jsonrpc: "2.0", ...message })),
    /** @param {(message: Message) => boolean} wanted @returns {Promise<Message>} */
    async wait(wanted) {
      for (;;) {
        const found = messages.find(wanted);
        if (found !== undefined) return found;
        assert.equal(server.exitCode, null, `citelight ${args.join(" ")} ended early`);
        await new Promise((/** @type {(value?: unknown) => void} */ resolve) => waiting.push(resolve));
      }
    },
  };
}

async function assistant() {
  const server = start(
    ["mcp", "--no-models", ...OPTIONS],
    (message) => `${JSON.stringify(message)}\n`,
    (text) => {
      const end = text.indexOf("\n");
      return end < 0 ? undefined : [message(text.slice(0, end)), text.slice(end + 1)];
    },
  );
  const clientInfo = { name: "try", version: "1" };
  server.send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  });
  await server.wait(({ id }) => id === 1);
  server.send({ method: "notifications/initialized" });
  const params = { name: "check_bibliography", arguments: { path: "refs.bib" } };
  server.send({ id: 2, method: "tools/call", params });
  const { result } = await server.wait(({ id }) => id === 2);
  const [entry] = result?.structuredContent?.entries ?? [];
  assert.deepEqual([entry?.key, entry?.problem], ["none", "not_found"]);
  server.close();
  await server.ended;
}

async function editor() {
  const server = start(
    ["lsp", ...OPTIONS],
    (message) => {
      const body = JSON.stringify(message);
      return `Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`;
    },
    (text) => {
      const head = /^[^]*?Content-Length: (\d+)[^]*?\r\n\r\n/.exec(text);
      if (head === null) return undefined;
      const body = Buffer.from(text.slice(head[0].length));
      const length = Number(head[1]);
      return body.length < length
        ? undefined
        : [message(body.subarray(0, length).toString()), body.subarray(length).toString()];
    },
  );
  const uri = pathToFileURL("refs.bib").href;
  server.send({ id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  await server.wait(({ id }) => id === 1);
  server.send({ method: "initialized", params: {} });
  const text = readFileSync("refs.bib", "utf8");
  const textDocument = { uri, languageId: "bibtex", version: 1, text };
  server.send({ method: "textDocument/didOpen", params: { textDocument } });
  const { params: told } = await server.wait(({ params }) => (params?.diagnostics?.length ?? 0) > 0);
  const [found] = told?.diagnostics ?? [];
  const line = text.split("\n").findIndex((one) => one.includes("{none,"));
  assert.deepEqual([found?.code, found?.range.start.line], ["not-found", line]);
  server.send({ id: 2, method: "shutdown" });
  await server.wait(({ id }) => id === 2);
  server.send({ method: "exit" });
  assert.equal(await server.ended, 0);
}

await assistant();
await editor();
