/** What the extension asks of its browser, and no more: storage that takes its time, locks, and whatever else a test hands in. */

const ID = "citelightcitelightcitelight";
export const OWN = `chrome-extension://${ID}`;

type Sender = chrome.runtime.MessageSender;

/** Who speaks, as browsers tell it. */
export const senders = {
  /** A page of the extension, in a tab. */
  own: { id: ID, origin: OWN, url: `${OWN}/options.html`, tab: { id: 3 } } as Sender,
  /** A page of the extension beside the tabs. */
  panel: { id: ID, origin: OWN, url: `${OWN}/panel.html?tab=7` } as Sender,
  /** Chrome's service worker. */
  background: { id: ID, origin: "null" } as Sender,
  content: (tab: number, origin: string): Sender =>
    ({ id: ID, origin, url: `${origin}/page`, tab: { id: tab } }) as Sender,
};

/** Things are kept as browsers keep them: copied, and not at once. */
export class AreaDouble {
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

/** One after the other under each name. */
class LocksDouble {
  readonly #last = new Map<string, Promise<unknown>>();

  request(name: string, act: () => Promise<unknown>): Promise<unknown> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(act);
    this.#last.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

/** Takes the place of the browser until `leave`. */
export function enter({ runtime: own = {}, ...more }: { runtime?: object; [name: string]: object } = {}): {
  local: AreaDouble;
  session: AreaDouble;
} {
  const storage = { local: new AreaDouble(), session: new AreaDouble() };
  const runtime = {
    id: ID,
    getURL: (path: string) => `${OWN}/${path}`,
    sendMessage: () => Promise.resolve(),
  };
  const permissions = { request: () => Promise.resolve(true), contains: () => Promise.resolve(true) };
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
