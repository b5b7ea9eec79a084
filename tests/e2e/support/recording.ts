/** The extension with models that answer from a recording, which the command makes of the same article. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { folder, run } from "../../network/support.mjs";
import { replayingSite } from "./replay";

/** A folder with the built extension, in which models answer for one article alone; `remove` ends it. */
export async function recorded(
  built: string,
  article: string,
): Promise<{ path: string; remove: () => void }> {
  const home = folder();
  const inference = home.at("inference.jsonl");
  const library = "www/demo/library";
  const records = ["--records", join(library, "records.jsonl"), "--texts", library];
  const recording = ["--models", "models", "--inference", inference, "--format", "json"];
  const outcome = await run(["check", home.write("article.html", article), ...records, ...recording]);
  assert.notEqual(outcome.stdout, "", outcome.stderr);
  const path = home.at("extension");
  mkdirSync(path);
  replayingSite(built, path, inference);
  return { path, remove: home.remove };
}
