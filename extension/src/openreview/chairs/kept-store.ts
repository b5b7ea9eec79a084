/**
 * Answers that a chair's table needs, in the extension's own database: under salted hashes, so that nobody reads there which submission or
 * reviewer they belong to without knowing it already. Kept for a while, and no more than so many.
 */

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { salted } from "@citelight/shared/persistence/fingerprint";
import { packed, unpacked } from "@citelight/shared/persistence/packed";

export const CHAIRS_DATABASE = "citelight-chairs";
const SALT_BYTES = 32;

export interface KeptLimits {
  answers: number;
  ms: number;
}

export const KEPT_LIMITS: KeptLimits = { answers: 20_000, ms: 30 * 24 * 60 * 60_000 };
/** It is looked after every so many answers whether there are too many. */
const EVERY = 200;

interface Row {
  name: string;
  at: number;
  bytes: ArrayBuffer;
}

interface Schema extends DBSchema {
  answers: { key: string; value: Row; indexes: { at: number } };
  salt: { key: string; value: Uint8Array<ArrayBuffer> };
}

export class KeptAnswers {
  readonly #limits: KeptLimits;
  #database: Promise<IDBPDatabase<Schema>> | null = null;
  #put = 0;

  constructor(limits: KeptLimits = KEPT_LIMITS) {
    this.#limits = limits;
  }

  async get(name: string, now = Date.now()): Promise<unknown> {
    const database = await this.#open();
    const row = await database.get("answers", await this.#hashed(name));
    return row === undefined || now - row.at > this.#limits.ms ? null : unpacked(row.bytes);
  }

  async put(name: string, value: unknown, now = Date.now()): Promise<void> {
    const database = await this.#open();
    await database.put("answers", { name: await this.#hashed(name), at: now, bytes: await packed(value) });
    this.#put += 1;
    if (this.#put % EVERY === 1) await this.#tidy(now);
  }

  /** Drops what is too old, and the oldest of too many. */
  async #tidy(now: number): Promise<void> {
    const transaction = (await this.#open()).transaction("answers", "readwrite");
    let over = (await transaction.store.count()) - this.#limits.answers;
    let cursor = await transaction.store.index("at").openCursor();
    while (cursor !== null && (over > 0 || now - cursor.value.at > this.#limits.ms)) {
      await cursor.delete();
      over -= 1;
      cursor = await cursor.continue();
    }
    await transaction.done;
  }

  async #hashed(name: string): Promise<string> {
    return salted(await this.#salt(), name);
  }

  /** Read each time: whoever empties the database takes it along. */
  async #salt(): Promise<Uint8Array<ArrayBuffer>> {
    const database = await this.#open();
    const given = await database.get("salt", "salt");
    if (given !== undefined) return given;
    const transaction = database.transaction("salt", "readwrite");
    const known = await transaction.store.get("salt");
    const salt = known ?? crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    if (known === undefined) await transaction.store.put(salt, "salt");
    await transaction.done;
    return salt;
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#database !== null) return this.#database;
    const opening = openDB<Schema>(CHAIRS_DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore("answers", { keyPath: "name" }).createIndex("at", "at");
        database.createObjectStore("salt");
      },
      terminated: () => {
        this.#database = null;
      },
    });
    this.#database = opening;
    // The next answer tries again.
    opening.catch(() => {
      if (this.#database === opening) this.#database = null;
    });
    return opening;
  }
}
