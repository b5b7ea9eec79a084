/* eslint-disable @typescript-eslint/no-unsafe-assignment -- Node types events as any */
// How many requests the server answers in a second of one processor's time, whatever else the machine does.
//   node tests/fake-apis/throughput.mjs [--records FILE.jsonl] [--requests N]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseJson } from "./answer.mjs";
import { Store } from "./store.mjs";

const AT_A_TIME = 16;

/**
 * @param {string} records file
 * @param {number} requests
 * @returns {Promise<{ requests: number, processorSeconds: number, seconds: number, failed: number }>}
 */
export async function measure(records, requests) {
  const store = new Store();
  store.load(records);
  const addresses = store.of.openalex.works.flatMap(({ doi, title }) => {
    const words = encodeURIComponent(title.replaceAll(/[,|]/g, " "));
    return [
      `/crossref/works?query.title=${words}&rows=5&select=DOI,title,author,container-title`,
      `/openalex/works?filter=title.search:${words}&per-page=5`,
      `/semanticscholar/graph/v1/paper/search/match?query=${words}&fields=title,authors,year,venue,externalIds`,
      `/dblp/search/publ/api?q=${words}&format=json&h=5`,
      ...(doi
        ? [
            `/crossref/works/${encodeURIComponent(doi)}`,
            `/openalex/works/https://doi.org/${encodeURIComponent(doi)}`,
          ]
        : []),
    ];
  });
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL("server.mjs", import.meta.url)), "--records", records],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  try {
    const [line] = /** @type {[Buffer]} */ (await once(server.stdout, "data"));
    const base = line.toString().trim();
    /** @param {string} path @returns {Promise<{ status: number, body: string }>} */
    const get = (path) =>
      new Promise((resolve, reject) => {
        request(base + path, { agent }, (response) => {
          let body = "";
          response.setEncoding("utf8");
          response.on("data", (/** @type {string} */ chunk) => (body += chunk));
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, body });
          });
        })
          .on("error", reject)
          .end();
      });
    const spent = async () => {
      const about = /** @type {{ processorSeconds: number }} */ (parseJson((await get("/control")).body));
      return about.processorSeconds;
    };
    let next = 0;
    let failed = 0;
    const before = await spent();
    const started = performance.now();
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        while (next < requests) {
          const address = addresses[next++ % addresses.length] ?? "/";
          const { status } = await get(address);
          if (status !== 200 && status !== 404) failed += 1;
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    return { requests, processorSeconds: (await spent()) - before, seconds, failed };
  } finally {
    agent.destroy();
    server.kill();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      records: { type: "string", default: "tests/fixtures/fake-apis/works.jsonl" },
      requests: { type: "string", default: "20000" },
    },
  });
  const { requests, processorSeconds, seconds, failed } = await measure(
    values.records,
    Number(values.requests),
  );
  console.log(
    `${requests} requests, ${failed} failed: ${Math.round(requests / processorSeconds)} in a second of one processor, ${Math.round(requests / seconds)} in a second on this machine now`,
  );
}
