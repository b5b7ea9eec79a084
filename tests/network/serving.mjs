// What the tests of `citelight serve` share: a running server, requests to it, a PostgreSQL of their own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { parseJson } from "../fake-apis/answer.mjs";
import { begin, folder } from "./support.mjs";

export const MODEL_KEY = "sk-of-the-model-double";
export const TOKEN = "token-of-the-journal-0001";

/** @param {string} text */
export const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {string} kind
 * @property {"queued" | "running" | "done" | "failed"} state
 * @property {number} runs
 * @property {{ relation: string | null, share: number | null, void: number, samples: { relation: string, quote: string }[], usage: { requests: number } }} [result]
 * @property {{ code: string, message: string }} [error]
 */

/**
 * A configuration for the tests: a journal that may ask for everything.
 *
 * @param {string} model URL of the fake LLM
 * @param {{ store: string, top?: string, more?: string, tokens?: string, concurrency?: number }} how
 */
export const configuration = (model, { store, top = "", more = "", tokens = "", concurrency = 32 }) => `
listen = "127.0.0.1:0"
${top}
[store]
url = "${store}"
[endpoint]
url = "${model}/v1"
model = "double"
concurrency = ${concurrency}
[[tokens]]
name = "journal"
sha256 = "${sha256(TOKEN)}"
scopes = ["arbitrations", "committees", "references", "attributions", "metrics"]
${tokens}
${more.includes("[work]") ? "" : "[work]\nheartbeat_seconds = 1\nat_once = 24\n"}
${more}
`;

/**
 * Starts a server.
 *
 * @param {string} config the file
 * @param {string} [key] the model's
 * @param {Record<string, string>} [environment]
 */
export async function serve(config, key = MODEL_KEY, environment = {}) {
  const { child, ended } = begin(["serve", "--config", config], {
    CITELIGHT_ENDPOINT_KEY: key,
    ...environment,
  });
  /** @type {Promise<string>} */
  const told = new Promise((done) => {
    child.stdout.on("data", (/** @type {string} */ text) => {
      const [line] = text.split("\n");
      if (line?.startsWith("http")) done(line);
    });
  });
  const first = await Promise.race([told, ended]);
  if (typeof first !== "string") throw new Error(`the server did not start: ${first.stderr}`);
  return {
    url: first,
    child,
    ended,
    /** Ends it as an administrator does. */
    stop: async () => {
      child.kill("SIGTERM");
      return ended;
    },
    /** Kills it as a crash does. */
    kill: async () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/**
 * Sends a request.
 *
 * @param {string} url
 * @param {{ method?: string, body?: unknown, raw?: string, headers?: Record<string, string>, token?: string | undefined }} [how]
 */
export async function ask(url, { method, body, raw, headers = {}, token = TOKEN } = {}) {
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(url, {
    method: method ?? (sent === null ? "GET" : "POST"),
    body: sent,
    headers: {
      ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
      ...(sent === null ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
  });
  const text = await response.text();
  const json = (response.headers.get("content-type") ?? "").includes("json") ? parseJson(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

/** @param {{ json: unknown }} answer */
export const jobOf = ({ json }) => /** @type {Job} */ (json);

/**
 * The job when it has ended, whoever serves it.
 *
 * @param {() => string} url where to ask now
 * @param {string} id
 * @returns {Promise<Job>}
 */
export async function endOf(url, id) {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      const answer = await ask(`${url()}/v1/jobs/${id}`, { headers: { Prefer: "wait=5" } });
      const job = jobOf(answer);
      if (answer.status === 200 && (job.state === "done" || job.state === "failed")) return job;
      assert.notEqual(answer.status, 404, `job ${id} is lost`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      // Nobody listens just now: another replica will, or the same one again.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`job ${id} did not end`);
}

/**
 * Claims with gold, each with its passage and the quote in it.
 *
 * @param {number} count
 */
export const questions = (count) =>
  Array.from({ length: count }, (_, number) => {
    const quote = `the yield of plot number ${number} rose by ${number % 90} percent in the wet season`;
    const claim = `Plot ${number} yielded ${number % 90} percent more in the wet season.`;
    return {
      gold: {
        claim,
        relation: /** @type {"supported" | "contradicted"} */ (number % 3 ? "supported" : "contradicted"),
        quote,
      },
      request: {
        claim,
        context: "",
        passages: [`We measured that ${quote}, as shown.`, "Nothing else is told."],
      },
    };
  });

/** The folder of PostgreSQL's commands: Debian keeps them out of the path. */
function postgresCommands() {
  const found = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  const versions = "/usr/lib/postgresql";
  const debian = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, "bin"))
    : [];
  const candidates = [
    process.env.CITELIGHT_POSTGRES ?? "",
    (found.status === 0 ? found.stdout : "").trim(),
    ...debian,
  ];
  const bin = candidates.find((path) => path !== "" && existsSync(join(path, "initdb")));
  assert.ok(bin, "PostgreSQL is not installed; ./build.sh test installs it (Debian: postgresql)");
  return bin;
}

/** A free port of the loopback interface. @returns {Promise<number>} */
const freePort = () =>
  new Promise((done, failed) => {
    const server = createServer();
    server.on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      server.close(() => {
        done(port);
      });
    });
  });

/** A PostgreSQL of its own on the loopback interface, with an empty database. It refuses to run as root: then it runs as nobody. */
export async function startPostgres() {
  const home = folder();
  const bin = postgresCommands();
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  const data = home.at("data");
  const secret = home.write("password", password);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    chmodSync(home.path, 0o777);
    chmodSync(secret, 0o644);
  }
  /** @param {string} command @param {string[]} args */
  const run = (command, args) => {
    const full = asRoot ? ["-u", "nobody", "--", join(bin, command), ...args] : args;
    const { status, stderr, stdout } = spawnSync(asRoot ? "runuser" : join(bin, command), full, {
      encoding: "utf8",
      cwd: home.path,
      env: { ...process.env, PGPASSWORD: password, LC_ALL: "C" },
      // A server that goes on keeps the pipes it inherits.
      stdio: command === "pg_ctl" ? "ignore" : "pipe",
    });
    assert.equal(status, 0, `${command}: ${stderr}${stdout}`);
  };
  const user = ["-U", "citelight"];
  run("initdb", [
    "-D",
    data,
    ...user,
    "--auth=scram-sha-256",
    `--pwfile=${secret}`,
    "-E",
    "UTF8",
    "--no-sync",
  ]);
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${home.path} -c max_connections=60`;
  run("pg_ctl", ["-D", data, "-w", "-l", home.at("log"), "-o", options, "start"]);
  const server = ["-h", "127.0.0.1", "-p", String(port), ...user];
  run("createdb", [...server, "jobs"]);
  return {
    url: `postgres://citelight:${password}@127.0.0.1:${port}/jobs`,
    password,
    /** Has it do what SQL says. @param {string} sql */
    load: (sql) => {
      run("psql", [...server, "-d", "jobs", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql]);
    },
    stop: () => {
      run("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]);
      home.remove();
    },
  };
}
