/** The store of added models in a page of the tests, and models that are put into it. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { ModelEntry } from "@citelight/shared/generated/ModelEntry";
import type { OptionalModel } from "@citelight/shared/models/catalogue";
import type { ModelStore } from "@citelight/shared/models/store";
import { startHub } from "../../network/fake-model-hub.mjs";
import { writeLibrary } from "./lamps";
import { DIST } from "./reading";

/** What a page of these tests holds. */
declare global {
  var store: ModelStore;
}

/** A module that opens the store of its page. */
export async function storeScript(): Promise<string> {
  const bundle = await build({
    stdin: {
      contents: 'import { ModelStore } from "./store"; globalThis.store = await ModelStore.open();',
      resolveDir: "www/shared/models",
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    target: "chrome120",
    write: false,
  });
  return bundle.outputFiles[0]?.text ?? "";
}

/** A model of a folder, by its id there, under another id. */
export interface Renamed {
  folder: string;
  id: string;
  as: string;
}

export interface ModelHub {
  hub: Awaited<ReturnType<typeof startHub>>;
  /** What a catalogue says of its models. */
  catalogue: readonly OptionalModel[];
}

/** A hub with models. */
export async function hubWith(models: readonly Renamed[]): Promise<ModelHub> {
  const content = (folder: string, path: string): Buffer => readFileSync(join(folder, path));
  const found = models.map(({ folder, id, as }) => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      models: ModelEntry[];
    };
    const entry = manifest.models.find((entry) => entry.id === id);
    if (entry === undefined) throw new Error(`${folder} has no model ${id}`);
    const [graph, tokenizer] = [content(folder, entry.graph.path), content(folder, entry.tokenizer.path)];
    return { as, entry, graph, tokenizer };
  });
  const hub = await startHub(Object.fromEntries(found.map(({ as, ...files }) => [as, files])));
  const catalogue = hub.optional.map((offered, index) => {
    const { id, graph, tokenizer } = offered;
    return { ...offered, ...found[index]?.entry, id, graph, tokenizer };
  });
  return { hub, catalogue };
}

/** The extension with a catalogue of its own, and the library of the article about lamps. */
export function extensionOffering(
  surface: "chrome" | "firefox",
  catalogue: readonly OptionalModel[],
): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "citelight-models-"));
  cpSync(join(DIST, surface), folder, { recursive: true });
  writeLibrary(join(folder, "library"));
  const path = join(folder, "models/manifest.json");
  const shipped = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...shipped, optional: catalogue }));
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Has a page fetch models from a hub and store them. */
export async function addModels(page: Page, models: readonly Renamed[]): Promise<void> {
  const { hub, catalogue } = await hubWith(models);
  try {
    await page.addScriptTag({ type: "module", content: await storeScript() });
    await page.waitForFunction(() => "store" in globalThis);
    for (const model of catalogue)
      await page.evaluate(([model, hub]) => store.download(model, { hub }), [model, hub.url] as const);
  } finally {
    await hub.close();
  }
}
