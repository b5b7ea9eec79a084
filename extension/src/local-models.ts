/**
 * Models that run on this computer: the servers that most readers have, looked for at the ports that they take by themselves. Only when the
 * reader asks for it, and only at this computer's own address.
 */

export const LOCAL_SERVERS = ["ollama", "lm-studio", "llama-cpp"] as const;
export type LocalServer = (typeof LOCAL_SERVERS)[number];

/** Each by its own documentation. */
export const PORTS: Readonly<Record<LocalServer, number>> = {
  ollama: 11434,
  "lm-studio": 1234,
  "llama-cpp": 8080,
};

/** The host that is looked at; patterns know no ports. */
export const LOCAL_PATTERN = "http://127.0.0.1/*";

/** What was found at a port. */
export type LocalFinding = { server: LocalServer; url: string } & (
  | { kind: "found"; models: readonly string[] }
  /** It refuses whoever is not on its list of origins. */
  | { kind: "refused" }
  /** It wants a key. */
  | { kind: "locked" }
);

/** A server that does not answer at once is not there: this computer is near. */
const PATIENCE_MS = 3000;
/** Models of one server that are listed. */
const MOST_MODELS = 50;
/** Bytes of a list that are read. */
const MOST_BYTES = 1024 * 1024;

/** Sends a request. */
type Ask = (url: string, init: RequestInit) => Promise<Response>;

/** Looks at each port at the same time; what is no server of models is left out. */
export async function findLocalModels(
  ports: Readonly<Record<LocalServer, number>> = PORTS,
  ask: Ask = fetch,
): Promise<readonly LocalFinding[]> {
  const found = await Promise.all(
    LOCAL_SERVERS.map((server) => look(server, `http://127.0.0.1:${ports[server].toString()}`, ask)),
  );
  return found.filter((finding) => finding !== null);
}

async function look(server: LocalServer, host: string, ask: Ask): Promise<LocalFinding | null> {
  const at = { server, url: `${host}/v1` };
  const lists = server === "ollama" ? ["/api/tags", "/v1/models"] : ["/v1/models", "/api/tags"];
  try {
    for (const path of lists) {
      const answer = await asked(ask, `${host}${path}`);
      if (answer.status === 403) return { ...at, kind: "refused" };
      if (answer.status === 401) return { ...at, kind: "locked" };
      const models = answer.ok ? modelsIn(await textOf(answer)) : null;
      if (models === null) continue;
      return (await isRefused(ask, at.url)) ? { ...at, kind: "refused" } : { ...at, kind: "found", models };
    }
  } catch {
    // Nobody is there, or nobody who speaks like this.
  }
  return null;
}

/**
 * Browsers may list models without saying who asks, and questions are refused all the same: an empty one tells, since servers look at who
 * asks first. No model is loaded for it.
 */
async function isRefused(ask: Ask, url: string): Promise<boolean> {
  const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  return (await asked(ask, `${url}/chat/completions`, init)).status === 403;
}

function asked(ask: Ask, url: string, init: RequestInit = {}): Promise<Response> {
  return ask(url, {
    ...init,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return text.length > MOST_BYTES ? "" : text;
}

/** The names in a list of models: OpenAI's form, or Ollama's own. Null for anything else. */
export function modelsIn(text: string): readonly string[] | null {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof told !== "object" || told === null) return null;
  const { data, models } = told as { data?: unknown; models?: unknown };
  const list = Array.isArray(data) ? data : models;
  if (!Array.isArray(list)) return null;
  const names = list.flatMap((one: unknown) => {
    const { id, name } = (typeof one === "object" && one !== null ? one : {}) as Record<string, unknown>;
    const known = typeof id === "string" ? id : name;
    return typeof known === "string" && known.trim() !== "" ? [known] : [];
  });
  // Models that make vectors answer no questions.
  return [...new Set(names)].filter((name) => !/embed/i.test(name)).slice(0, MOST_MODELS);
}
