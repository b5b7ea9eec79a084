/** Optional models of a manifest, and where their files are fetched from. */

import type { FileEntry } from "../generated/FileEntry";
import type { Manifest } from "../generated/Manifest";
import type { OptionalModel } from "../generated/OptionalModel";

export type { FileEntry, OptionalModel };

/** The public hub of models. */
export const HUB = "https://huggingface.co";

/** The optional models of the manifest that is shipped (`models/manifest.json`). */
export async function readCatalogue(url: string): Promise<readonly OptionalModel[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be read: ${response.status} ${response.statusText}`);
  const manifest = (await response.json()) as Manifest;
  if (manifest.schema !== 1)
    throw new Error(`${url} is of the form ${manifest.schema}, this version reads 1: reload the page`);
  return manifest.optional ?? [];
}

/** Where a file lies on a hub. */
export function addressOf(model: OptionalModel, file: FileEntry, hub: string): string {
  const path = [model.hub.repository, "resolve", model.hub.revision, file.path].join("/");
  return `${hub.replace(/\/+$/, "")}/${path}`;
}

/** A model's files. */
export function filesOf(model: OptionalModel): readonly FileEntry[] {
  return [model.graph, model.tokenizer];
}

/** Bytes of all its files. */
export function bytesOf(model: OptionalModel): number {
  return filesOf(model).reduce((sum, file) => sum + file.bytes, 0);
}
