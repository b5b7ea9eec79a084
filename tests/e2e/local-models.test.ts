import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Extension } from "./support/extension";
import { axe, DIST, SCREENSHOTS } from "./support/reading";

let extension: Extension;
let folder: string;
let options: Page;
const servers: Server[] = [];
/** What the servers were asked, with the origin of whoever asked. */
const asked: { path: string; origin: string | undefined }[] = [];

interface Behaviour {
  port: number;
  list: string;
  models: object;
  /** Whether it refuses origins that it does not know: Ollama's standard for extensions. */
  refuses?: boolean;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = "";
  for await (const part of request) body += String(part);
  return body;
};

/** A server that behaves like one of these, at its own port. */
async function serve({ port, list, models, refuses = false }: Behaviour): Promise<Server> {
  const server = createServer((request, response) => {
    const { origin } = request.headers;
    const path = `${request.method ?? ""} ${request.url ?? ""}`;
    asked.push({ path: `${String(port)} ${path}`, origin });
    const answer = (status: number, told: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(told));
    };
    void bodyOf(request).then((body) => {
      if (refuses && origin !== undefined) answer(403, {});
      else if (path === `GET ${list}`) answer(200, models);
      else if (path !== "POST /v1/chat/completions") answer(404, {});
      else if (!body.includes('"messages"')) answer(400, { error: { message: "model is required" } });
      else
        answer(200, {
          choices: [{ message: { content: '{"answer": "ready"}' } }],
          usage: { prompt_tokens: 20, completion_tokens: 5 },
        });
    });
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", done);
  });
  servers.push(server);
  return server;
}

before(async () => {
  // Browsers ask readers for hosts in a window of their own, which no test can click: here they are granted.
  folder = mkdtempSync(join(tmpdir(), "citelight-local-models-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object;
  const granted = { ...manifest, host_permissions: ["http://127.0.0.1/*"] };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(granted));
  extension = await Extension.launch(folder, ["journal.example"], 443);
  options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
});

after(async () => {
  await extension.close();
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const find = () => options.getByRole("button", { name: "Find models on this computer" });

test("nobody is asked before the click; without a server the reader is told what to start", async () => {
  await find().click();
  await options
    .getByText("No model server found. Start Ollama, LM Studio or llama.cpp and try again.")
    .waitFor();
  assert.deepEqual(asked, []);
});

test("what is found is listed, a server that refuses is named with its setting, and one click takes a model", async () => {
  await serve({
    port: 11434,
    list: "/api/tags",
    models: { models: [{ name: "gemma3:4b" }, { name: "nomic-embed-text:latest" }] },
    refuses: true,
  });
  await serve({ port: 1234, list: "/v1/models", models: { data: [{ id: "qwen3-8b" }] } });
  await serve({ port: 8080, list: "/v1/models", models: { data: [{ id: "model.gguf" }] } });
  await options.reload();
  await find().waitFor();
  assert.deepEqual(asked, [], "nobody is asked before the click");
  await find().click();
  await options.getByText("Ollama runs, but refuses this extension. To allow it:").waitFor();
  await options.getByText(`OLLAMA_ORIGINS=chrome-extension://${extension.id}`, { exact: true }).waitFor();
  await options.getByRole("button", { name: "Use model.gguf (llama.cpp)" }).waitFor();
  assert.equal(await options.getByRole("button", { name: /nomic-embed-text/ }).count(), 0);
  assert.deepEqual(await axe(options), []);
  await options.screenshot({ path: join(SCREENSHOTS, "local-models.png"), fullPage: true });
  await options.getByRole("button", { name: "Use qwen3-8b (LM Studio)" }).click();
  await options.getByText(/127\.0\.0\.1:1234 works\. Response format: JSON schema\./).waitFor();
  assert.equal(await options.getByLabel("Model", { exact: true }).inputValue(), "qwen3-8b");
  assert.equal(await options.getByLabel("Address", { exact: true }).inputValue(), "http://127.0.0.1:1234/v1");
});

test("once Ollama lets the extension in, its models are listed", async () => {
  for (const server of servers.splice(0, 1))
    await new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  await serve({ port: 11434, list: "/api/tags", models: { models: [{ name: "gemma3:4b" }] } });
  await find().click();
  await options.getByRole("button", { name: "Use gemma3:4b (Ollama)" }).waitFor();
  const origins = new Set(asked.filter(({ path }) => path.includes("POST")).map(({ origin }) => origin));
  assert.deepEqual([...origins], [`chrome-extension://${extension.id}`]);
});
