/** What the extension asks of its browser, and no more: storage that takes its time, locks, and whatever else a test hands in. */

const ID = "citelightcitelightcitelight";
export const OWN = `chrome-extension://${ID}`;

type Sender = chrome.runtime.MessageSender;

/** Who speaks, as browsers tell it. */
export const senders = {
  /** A page of the extension, in a tab. */
  own: { id: ID, origin: OWN, url: `${OWN}/options.html`, tab: { id: 3 } } as Sender,
  /** The viewer of a file, in a tab. */
  viewer: (tab: number, file: string): Sender =>
    ({
      id: ID,
      origin: OWN,
      url: `${OWN}/viewer.html?file=${encodeURIComponent(file)}&check=1`,
      tab: { id: tab },
    }) as Sender,
  /** A page of the extension beside the tabs. */
  panel: { id: ID, origin: OWN, url: `${OWN}/panel.html?tab=7` } as Sender,
  /** Chrome's service worker. */
  background: { id: ID, origin: "null" } as Sender,
  content: (tab: number, origin: string): Sender =>
    ({ id: ID, origin, url: `${origin}/page`, tab: { id: tab } }) as Sender,
};

/** Things are kept as browsers keep them: copied, and not at once. */
export class FakeStorageArea {
  kept: Record<string, unknown> = {};

  async get(names: string | string[]): Promise<Record<string, unknown>> {
    await soon();
    const wanted = [names].flat().filter((name) => name in this.kept);
    return Object.fromEntries(wanted.map((name) => [name, structuredClone(this.kept[name])]));
  }

  async set(values: Record<string, unknown>): Promise<void> {
    await soon();
    Object.assign(this.kept, structuredClone(values));
  }

  async remove(name: string): Promise<void> {
    await soon();
    this.kept = Object.fromEntries(Object.entries(this.kept).filter(([other]) => other !== name));
  }

  setAccessLevel(): Promise<void> {
    return Promise.resolve();
  }
}

/** One after the other under each name, but those that share it. */
class LocksDouble {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #held: string[] = [];

  request(
    name: string,
    options: { mode: "shared" } | (() => Promise<unknown>),
    shared?: () => Promise<unknown>,
  ): Promise<unknown> {
    return typeof options === "function" ? this.#alone(name, options) : this.#shared(name, shared);
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: this.#held.map((name) => ({ name })) });
  }

  async #shared(name: string, act: () => Promise<unknown> = () => Promise.resolve()): Promise<unknown> {
    this.#held.push(name);
    try {
      return await act();
    } finally {
      this.#held.splice(this.#held.indexOf(name), 1);
    }
  }

  #alone(name: string, act: () => Promise<unknown>): Promise<unknown> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(act);
    this.#last.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

/** Grants all that it is asked for, and takes back what it is told to, pattern by pattern. */
export class FakePermissions {
  readonly granted = new Set<string>();

  async request({ origins = [] }: { origins?: string[] }): Promise<boolean> {
    await soon();
    for (const origin of origins) this.granted.add(origin);
    return true;
  }

  async contains({ origins = [] }: { origins?: string[] }): Promise<boolean> {
    await soon();
    return origins.every((origin) => this.granted.has(origin));
  }

  async remove({ origins = [] }: { origins?: string[] }): Promise<boolean> {
    await soon();
    for (const origin of origins) this.granted.delete(origin);
    return true;
  }
}

/** Takes the place of the browser until `leave`. */
export function enter({ runtime: own = {}, ...more }: { runtime?: object; [name: string]: object } = {}): {
  local: FakeStorageArea;
  session: FakeStorageArea;
} {
  const storage = { local: new FakeStorageArea(), session: new FakeStorageArea() };
  const runtime = {
    id: ID,
    getURL: (path: string) => `${OWN}/${path}`,
    sendMessage: () => Promise.resolve(),
  };
  const permissions = {
    request: () => Promise.resolve(true),
    contains: () => Promise.resolve(true),
    remove: () => Promise.resolve(true),
  };
  put("chrome", { storage, permissions, ...more, runtime: { ...runtime, ...own } });
  put("navigator", { locks: new LocksDouble() });
  return storage;
}

export function leave(): void {
  Reflect.deleteProperty(globalThis, "chrome");
  Reflect.deleteProperty(globalThis, "navigator");
}

function put(name: string, value: object): void {
  Object.defineProperty(globalThis, name, { configurable: true, value });
}

export function soon(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
