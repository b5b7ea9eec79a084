import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { findLocalModels, modelsIn, type LocalServer } from "./local-models";

const ORIGIN = "chrome-extension://citelight";
const servers: Server[] = [];

after(() => {
  for (const server of servers) server.close();
});

/** A server that behaves like one of these, as its documentation says; the paths that were asked for. */
async function serve(
  answers: Readonly<Record<string, unknown>>,
  refuses: "nobody" | "strangers" | "without key" = "nobody",
): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = `${request.method ?? ""} ${request.url ?? ""}`;
    asked.push(path);
    // Ollama looks at the origin of whoever says it, before anything else.
    if (refuses === "strangers" && request.headers.origin !== undefined) response.writeHead(403).end();
    else if (refuses === "without key") response.writeHead(401).end("{}");
    else if (path in answers) response.writeHead(200).end(JSON.stringify(answers[path]));
    else response.writeHead(request.method === "POST" ? 400 : 404).end("404 page not found");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, asked };
}

const OLLAMA = { "GET /api/tags": { models: [{ name: "gemma3:4b" }, { name: "nomic-embed-text:latest" }] } };
const LM_STUDIO = { "GET /v1/models": { object: "list", data: [{ id: "qwen3-8b" }, { id: "qwen3-8b" }] } };
const LLAMA = { "GET /v1/models": { data: [{ id: "model.gguf" }], models: [{ name: "model.gguf" }] } };

/** As a browser asks: an extension that was granted the host says who it is where it sends something. */
const browser = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init.method === "POST" ? { ...init, headers: { origin: ORIGIN } } : init);

async function closedPort(): Promise<number> {
  const { port } = await serve({});
  await new Promise((done) => servers.pop()?.close(done));
  return port;
}

const found = async (ports: Partial<Record<LocalServer, number>>): Promise<unknown[]> => {
  const nobody = await closedPort();
  const all = { ollama: nobody, "lm-studio": nobody, "llama-cpp": nobody, ...ports };
  return (await findLocalModels(all, browser)).map(({ url, ...finding }) => ({
    ...finding,
    isHere: url.startsWith("http://127.0.0.1:") && url.endsWith("/v1"),
  }));
};

test("each server is known by its own list, models of vectors left out, and no question is put to a model", async () => {
  const [ollama, studio, llama] = await Promise.all([serve(OLLAMA), serve(LM_STUDIO), serve(LLAMA)]);
  assert.deepEqual(await found({ ollama: ollama.port, "lm-studio": studio.port, "llama-cpp": llama.port }), [
    { server: "ollama", kind: "found", models: ["gemma3:4b"], isHere: true },
    { server: "lm-studio", kind: "found", models: ["qwen3-8b"], isHere: true },
    { server: "llama-cpp", kind: "found", models: ["model.gguf"], isHere: true },
  ]);
  assert.deepEqual(ollama.asked, ["GET /api/tags", "POST /v1/chat/completions"]);
  assert.deepEqual(studio.asked, ["GET /v1/models", "POST /v1/chat/completions"]);
});

test("a server that lists its models to everybody and answers no stranger is told as refusing; one with a key as locked", async () => {
  const [ollama, llama] = await Promise.all([serve(OLLAMA, "strangers"), serve(LLAMA, "without key")]);
  assert.deepEqual(await found({ ollama: ollama.port, "llama-cpp": llama.port }), [
    { server: "ollama", kind: "refused", isHere: true },
    { server: "llama-cpp", kind: "locked", isHere: true },
  ]);
});

test("what is no server of models is none: another site on the port, nobody, a page that says anything", async () => {
  const { port } = await serve({ "GET /v1/models": "welcome" });
  assert.deepEqual(await found({ "llama-cpp": port }), []);
  for (const text of ["", "[]", "{}", "null", '{"data": 3}']) assert.equal(modelsIn(text), null, text);
  assert.deepEqual(modelsIn('{"data": [{"id": 3}, {"id": " "}, null, {"id": "m"}]}'), ["m"]);
});
