// Checks every file named in FOLDER/manifest.json against its size and sha256: node scripts/build/verify-models.mjs FOLDER
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modelFiles } from "./models.mjs";

const folder = process.argv[2] ?? "models";
let wrong = 0;
for (const { path, sha256 } of modelFiles(folder)) {
  const found = createHash("sha256")
    .update(readFileSync(join(folder, path)))
    .digest("hex");
  if (found !== sha256) {
    console.error(`${join(folder, path)}: sha256 is ${found}, ${folder}/manifest.json says ${sha256}`);
    wrong += 1;
  }
}
if (wrong > 0) {
  console.error(`Restore the model files: git checkout -- ${folder}`);
  process.exit(1);
}
