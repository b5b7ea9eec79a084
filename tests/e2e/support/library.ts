import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts a library of records without texts in the place of the bundled one. */
export function writeRecords(folder: string, records: readonly object[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "records.jsonl"),
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  writeFileSync(join(folder, "texts.json"), JSON.stringify({ texts: [] }));
}
