/**
 * What was found, in the browser's own database: of an article everything, of a document in confidence verdicts under salted hashes. Bounded;
 * what was not looked at for longest goes first. A browser that keeps nothing, or no more, is no fault of the reader's: nothing here throws.
 */

import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import type { PairKey } from "../audit/state";
import { salted, type Fingerprint } from "./fingerprint";
import type { KeptDismissal, KeptEvents, AvailableServices } from "./kept-audit";
import type { KeptVerdicts } from "./verdicts";
import { packed, unpacked } from "./packed";

export const DATABASE = "citelight-findings";

/** How much is kept; tests keep less. */
export interface StoreLimits {
  bytes: number;
  articles: number;
  /** One article larger than that is not kept. */
  largest: number;
  documents: number;
  /** How long verdicts of documents in confidence are kept. */
  confidentialMs: number;
}

const DAY_MS = 24 * 60 * 60_000;
export const LIMITS: StoreLimits = {
  bytes: 48e6,
  articles: 500,
  largest: 8e6,
  documents: 300,
  confidentialMs: 30 * DAY_MS,
};
/** Versions of one article that are looked at when none has the page's very words. */
const MOST_VERSIONS = 4;
const SALT_BYTES = 32;
/** Later days of its use need no note of their own. */
const USED_MS = DAY_MS / 24;

export interface StoredAudit {
  fingerprint: Fingerprint;
  /** What the page calls its article: a hint, by which other versions of it are found. */
  name: string | null;
  /** When it was checked. */
  at: number;
  /** Who could be asked. */
  means: AvailableServices;
  events: KeptEvents;
  dismissals: Record<PairKey, KeptDismissal>;
}

export interface StoredVerdicts {
  at: number;
  verdicts: KeptVerdicts;
  salt: Uint8Array<ArrayBuffer>;
}

/** An article without its findings, which are large. */
interface Row {
  content: string;
  text: string;
  name: string;
  at: number;
  used: number;
  size: number;
  complete: boolean;
  means: AvailableServices;
  dismissals: Record<PairKey, KeptDismissal>;
}

interface ConfidentialRow {
  /** Salted hash of the document's text. */
  document: string;
  at: number;
  verdicts: KeptVerdicts;
}

interface Schema extends DBSchema {
  articles: { key: string; value: Row; indexes: { text: string; name: string; used: number } };
  findings: { key: string; value: ArrayBuffer };
  confidential: { key: string; value: ConfidentialRow; indexes: { at: number } };
  salt: { key: string; value: Uint8Array<ArrayBuffer> };
}

type Stores = ("articles" | "findings" | "confidential" | "salt")[];
type Writing = IDBPTransaction<Schema, Stores, "readwrite">;

export class AuditStore {
  readonly #limits: StoreLimits;
  readonly #now: () => number;
  #hasWarned = false;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(limits: StoreLimits = LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The article with these very words, and else versions of it under the same name, the latest first. */
  find({ content, text }: Fingerprint, name: string | null): Promise<readonly StoredAudit[]> {
    return this.#quietly<readonly StoredAudit[]>([], async () => {
      const database = await this.#open();
      const rows = [
        await database.get("articles", content),
        ...(await database.getAllFromIndex("articles", "text", text)),
      ].filter((row) => row !== undefined);
      const [exact] = rows;
      const named =
        exact !== undefined || name === null ? [] : await database.getAllFromIndex("articles", "name", name);
      const wanted = exact === undefined ? named.sort((one, other) => other.at - one.at) : [exact];
      const found: StoredAudit[] = [];
      for (const row of wanted.slice(0, MOST_VERSIONS)) {
        const body = await database.get("findings", row.content);
        if (body === undefined) continue;
        found.push({
          fingerprint: { content: row.content, text: row.text },
          name: row.name === "" ? null : row.name,
          at: row.at,
          means: row.means,
          events: await unpacked<KeptEvents>(body),
          dismissals: row.dismissals,
        });
      }
      return found;
    });
  }

  /** Whether anything is kept of an article with this name. */
  has(name: string): Promise<boolean> {
    return this.#quietly(
      false,
      async () => (await (await this.#open()).countFromIndex("articles", "name", name)) > 0,
    );
  }

  /** Notes that an article was looked at. */
  async use({ content }: Fingerprint): Promise<void> {
    await this.#quietly(undefined, async () => {
      const database = await this.#open();
      const row = await database.get("articles", content);
      if (row !== undefined && this.#now() - row.used > USED_MS)
        await database.put("articles", { ...row, used: this.#now() });
    });
  }

  /**
   * Keeps what was found of an article. Dismissals that are kept of it stay (`dismiss` alone changes them): another tab may have made them. An
   * audit that was cut off does not take the place of one that ran to its end.
   */
  async keep(audit: StoredAudit, complete: boolean): Promise<void> {
    const { content, text } = audit.fingerprint;
    await this.#quietly(undefined, async () => {
      const body = await packed(audit.events);
      if (body.byteLength > this.#limits.largest) return;
      await this.#write(["articles", "findings"], async (transaction) => {
        const articles = transaction.objectStore("articles");
        const before = await articles.get(content);
        if (before?.complete === true && !complete) return;
        const row: Row = {
          content,
          text,
          name: audit.name ?? "",
          at: audit.at,
          used: this.#now(),
          size: body.byteLength,
          complete,
          means: audit.means,
          dismissals: before?.dismissals ?? audit.dismissals,
        };
        await articles.put(row);
        await transaction.objectStore("findings").put(body, content);
        await this.#bound(transaction, content);
      });
    });
  }

  /** Keeps a reader's judgement of one finding, or that it was taken back. */
  async dismiss({ content }: Fingerprint, pair: PairKey, dismissal: KeptDismissal | null): Promise<void> {
    await this.#quietly(undefined, () =>
      this.#write(["articles"], async (transaction) => {
        const articles = transaction.objectStore("articles");
        const row = await articles.get(content);
        // What is not kept yet is kept with its dismissals.
        if (row === undefined) return;
        const others = Object.entries(row.dismissals).filter(([other]) => other !== pair);
        const all = dismissal === null ? others : [...others, [pair, dismissal] as const];
        await articles.put({ ...row, dismissals: Object.fromEntries(all) });
      }),
    );
  }

  /** The same of a pair of a document in confidence, by its words. */
  async dismissVerdict(text: string, pair: string, dismissal: KeptDismissal | null): Promise<void> {
    await this.#quietly(undefined, async () => {
      const salt = await this.salt();
      const [document, hash] = [await salted(salt, text), await salted(salt, pair)];
      await this.#write(["confidential"], async (transaction) => {
        const store = transaction.objectStore("confidential");
        const row = await store.get(document);
        const verdict = row?.verdicts.pairs[hash];
        if (row === undefined || verdict === undefined) return;
        const pairs = { ...row.verdicts.pairs, [hash]: { ...verdict, dismissed: dismissal } };
        await store.put({ ...row, verdicts: { ...row.verdicts, pairs } });
      });
    });
  }

  /** The verdicts of a document in confidence, and when it was checked. */
  verdicts(text: string): Promise<StoredVerdicts | null> {
    return this.#quietly(null, async () => {
      const salt = await this.salt();
      await this.#write(["confidential"], (transaction) => this.#expire(transaction));
      const row = await (await this.#open()).get("confidential", await salted(salt, text));
      return row === undefined ? null : { at: row.at, verdicts: row.verdicts, salt };
    });
  }

  /** Keeps verdicts of a document in confidence; those of a whole check are not replaced by those of one that was cut off. */
  async keepVerdicts(text: string, verdicts: KeptVerdicts, at: number): Promise<void> {
    await this.#quietly(undefined, async () => {
      const document = await salted(await this.salt(), text);
      await this.#write(["confidential"], async (transaction) => {
        const store = transaction.objectStore("confidential");
        const before = await store.get(document);
        if (before?.verdicts.complete !== true || verdicts.complete)
          await store.put({ document, at, verdicts: withDismissalsOf(before?.verdicts, verdicts) });
        await this.#expire(transaction);
      });
    });
  }

  /** Random, made once for this browser: it leaves it never. @throws where nothing can be kept. */
  async salt(): Promise<Uint8Array<ArrayBuffer>> {
    const made = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    const transaction = (await this.#open()).transaction("salt", "readwrite");
    const known = await transaction.store.get("salt");
    if (known === undefined) await transaction.store.put(made, "salt");
    await transaction.done;
    return known ?? made;
  }

  /** How many articles and documents are kept, and how large they are together. */
  usage(): Promise<{ articles: number; bytes: number }> {
    return this.#quietly({ articles: 0, bytes: 0 }, async () => {
      const database = await this.#open();
      const rows = await database.getAll("articles");
      const bytes = rows.reduce((sum, { size }) => sum + size, 0);
      return { articles: rows.length + (await database.count("confidential")), bytes };
    });
  }

  /** Forgets everything; whether it did. */
  clear(): Promise<boolean> {
    return this.#quietly(false, async () => {
      const stores: Stores = ["articles", "findings", "confidential", "salt"];
      const transaction = (await this.#open()).transaction(stores, "readwrite");
      await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
      return true;
    });
  }

  /** What was looked at longest ago goes, until the rest is within bounds. */
  async #bound(transaction: Writing, kept: string): Promise<void> {
    const articles = transaction.objectStore("articles");
    const rows = (await articles.index("used").getAll()).filter(({ content }) => content !== kept);
    const own = (await articles.get(kept))?.size ?? 0;
    let bytes = rows.reduce((sum, { size }) => sum + size, own);
    let count = rows.length + 1;
    for (const { content, size } of rows) {
      if (bytes <= this.#limits.bytes && count <= this.#limits.articles) return;
      await remove(transaction, content);
      bytes -= size;
      count -= 1;
    }
  }

  async #expire(transaction: Writing): Promise<void> {
    const store = transaction.objectStore("confidential");
    const oldest = this.#now() - this.#limits.confidentialMs;
    const documents = await store.index("at").getAll();
    const most = documents.length - this.#limits.documents;
    for (const [place, { at, document }] of documents.entries())
      if (at < oldest || place < most) await store.delete(document);
  }

  /** Where the disk is full, older articles make room, once; then what is kept stays as it is. */
  async #write(stores: Stores, act: (transaction: Writing) => Promise<void>): Promise<void> {
    try {
      await this.#attempt(stores, act);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      await this.#attempt(["articles", "findings"], async (transaction) => {
        const rows = await transaction.objectStore("articles").index("used").getAll();
        for (const { content } of rows.slice(0, Math.ceil(rows.length / 2)))
          await remove(transaction, content);
      });
      await this.#attempt(stores, act);
    }
  }

  async #attempt(stores: Stores, act: (transaction: Writing) => Promise<void>): Promise<void> {
    const transaction = (await this.#open()).transaction(stores, "readwrite");
    try {
      await act(transaction);
      await transaction.done;
    } catch (error) {
      // Nothing of it is kept by halves.
      try {
        transaction.abort();
      } catch {
        // It has ended already.
      }
      await transaction.done.catch(() => undefined);
      throw error;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening !== null) return this.#opening;
    const closed = (): void => {
      this.#opening = null;
    };
    const opening = openDB<Schema>(DATABASE, 1, {
      upgrade(database) {
        const articles = database.createObjectStore("articles", { keyPath: "content" });
        articles.createIndex("text", "text");
        articles.createIndex("name", "name");
        articles.createIndex("used", "used");
        database.createObjectStore("findings");
        database.createObjectStore("confidential", { keyPath: "document" }).createIndex("at", "at");
        database.createObjectStore("salt");
      },
      // A newer version of ours is not kept waiting.
      blocking(_now, _wanted, event) {
        closed();
        (event.target as IDBDatabase).close();
      },
      terminated: closed,
    });
    this.#opening = opening;
    opening.catch(closed);
    return opening;
  }

  /** What cannot be read is not there, and what cannot be kept is not: the reader's check goes on. */
  async #quietly<T>(otherwise: T, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!this.#hasWarned)
        console.warn("Citelight: findings could not be read or kept in this browser's database.", error);
      this.#hasWarned = true;
      return otherwise;
    }
  }
}

async function remove(transaction: Writing, content: string): Promise<void> {
  await transaction.objectStore("articles").delete(content);
  await transaction.objectStore("findings").delete(content);
}

/** Dismissals are changed by `dismissVerdict` alone. */
function withDismissalsOf(before: KeptVerdicts | undefined, now: KeptVerdicts): KeptVerdicts {
  if (before === undefined) return now;
  const pairs = Object.entries(now.pairs).map(([hash, verdict]) => {
    const known = before.pairs[hash];
    return [hash, known === undefined ? verdict : { ...verdict, dismissed: known.dismissed }] as const;
  });
  return { ...now, pairs: Object.fromEntries(pairs) };
}
