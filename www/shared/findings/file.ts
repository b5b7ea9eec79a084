/**
 * Findings that were computed beforehand: what `citelight check --format json` writes. Whoever made the file, it is
 * read as if a stranger had: by its schema, bounded, and only if it agrees with itself.
 */

import checkSchema from "../../../docs/schema/check.schema.json";
import type { Anomaly } from "../generated/Anomaly";
import type { CitationStyle } from "../generated/CitationStyle";
import type { CitationView } from "../generated/CitationView";
import type { DocumentView } from "../generated/DocumentView";
import type { Finding } from "../generated/Finding";
import type { Format } from "../generated/Format";
import type { Notice } from "../generated/Notice";
import type { PolicyOutcome } from "../generated/PolicyOutcome";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import type { Summary } from "../generated/Summary";
import { LocalizedError } from "../ui/errors";
import type { Messages } from "../ui/locales/messages";
import { Misfit, readInSlices } from "./schema";

/** The form of docs/schema/check.schema.json. */
interface CheckExport {
  schema: string;
  format: Format;
  title: string | null;
  style: CitationStyle;
  references: ReferenceView[];
  citations: CitationView[];
  anomalies: Anomaly[];
  resolutions: { reference: string; resolution: Resolution }[];
  findings: Finding[];
  notices: Notice[];
  summary: Summary;
  models: string[];
  policy: PolicyOutcome | null;
}

export interface FindingsFile {
  document: DocumentView;
  resolutions: { reference: string; resolution: Resolution }[];
  findings: Finding[];
  notices: Notice[];
  summary: Summary;
  /** Names of the models that were used, with hash prefixes. */
  models: string[];
  /** What a policy made of it; null if it was checked by none. */
  policy: PolicyOutcome | null;
}

const SCHEMA = "citelight/check/1";
// A paper with a thousand citations and every trail is a tenth of this.
const MOST_BYTES = 64e6;

/** Why a file cannot be shown, in words for whoever runs the page. */
export class BadFindings extends LocalizedError {}

/** Fetches and reads a file of findings. @throws BadFindings */
export async function fetchFindings(
  words: Messages,
  url: string,
  signal: AbortSignal,
  { ask = fetch, mostBytes = MOST_BYTES }: { ask?: typeof fetch; mostBytes?: number } = {},
): Promise<FindingsFile> {
  const name = url.split(/[?#]/)[0]?.split("/").at(-1) ?? url;
  let text: string;
  try {
    const response = await ask(url, { signal });
    if (!response.ok) throw new BadFindings(words.beforehand.unreachable(name, `status ${response.status}`));
    text = await boundedText(words, response, name, mostBytes);
  } catch (error) {
    if (signal.aborted || error instanceof BadFindings) throw error;
    throw new BadFindings(words.beforehand.unreachable(name, String(error)));
  }
  return await readFindings(words, text, name);
}

/** Reads the text of a file of findings, in slices. @throws BadFindings */
export async function readFindings(words: Messages, text: string, name: string): Promise<FindingsFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BadFindings(words.beforehand.noJson(name));
  }
  const { schema } = (json ?? {}) as { schema?: unknown };
  if (schema !== SCHEMA)
    throw new BadFindings(
      words.beforehand.otherSchema(name, typeof schema === "string" ? schema.slice(0, 60) : null, SCHEMA),
    );
  try {
    // The schema is generated from the type that the command writes, as the types here are.
    const taken = (await readInSlices(json, checkSchema)) as CheckExport;
    agree(taken);
    const { format, title, style, citations, references, anomalies, ...rest } = taken;
    const { resolutions, findings, notices, summary, models, policy } = rest;
    const document = { format, title, style, citations, references, anomalies };
    return { document, resolutions, findings, notices, summary, models, policy };
  } catch (error) {
    if (error instanceof Misfit) throw new BadFindings(words.beforehand.misfit(name, error.message));
    throw error;
  }
}

/** Whether everything that is named is there, once. @throws Misfit */
function agree({ citations, references, resolutions, findings }: CheckExport): void {
  const citationIds = idsOf(citations, "citations");
  const referenceIds = idsOf(references, "references");
  const know = (ids: ReadonlySet<string>, id: string, path: string): void => {
    if (!ids.has(id)) throw new Misfit(path, `names “${id.slice(0, 40)}”, which the file does not hold`);
  };
  for (const [index, { reference }] of resolutions.entries())
    know(referenceIds, reference, `resolutions[${index}].reference`);
  for (const [index, { citation, reference }] of findings.entries()) {
    know(citationIds, citation, `findings[${index}].citation`);
    // Empty where a citation points at no single reference.
    if (reference !== "") know(referenceIds, reference, `findings[${index}].reference`);
  }
}

function idsOf(entries: readonly { id: string }[], path: string): Set<string> {
  const ids = new Set<string>();
  for (const [index, { id }] of entries.entries()) {
    if (ids.has(id)) throw new Misfit(`${path}[${index}].id`, "stands in the file twice");
    ids.add(id);
  }
  return ids;
}

async function boundedText(words: Messages, response: Response, name: string, most: number): Promise<string> {
  const tooLarge = (): BadFindings => new BadFindings(words.beforehand.tooLarge(name, most / 1e6));
  if (Number(response.headers.get("content-length") ?? 0) > most) throw tooLarge();
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let received = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    received += step.value.length;
    if (received > most) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(decoder.decode(step.value, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}
