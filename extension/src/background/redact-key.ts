/**
 * An endpoint knows its key, and may be ordered to say it. Whatever it answers leaves the service worker without: else the card, which
 * stands in the page, would show it. crate/core does the same where it holds the key itself.
 */

/** A shorter one would be found in innocent words. */
const SHORTEST_KEY = 6;
const INSTEAD = "(secret)";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The answer without the key, however its JSON writes it and into however many pieces it is cut. */
export function redactKey(body: string, key: string | null): string {
  if (key === null || key.length < SHORTEST_KEY) return body;
  const pieces = piecesOf(body);
  if (pieces === null) return redacted(body, key);
  const text = pieces.map(textOf).join("");
  if (text.includes(key)) return whole(text.replaceAll(key, INSTEAD), pieces);
  return body
    .split("\n")
    .map((line) =>
      line.startsWith("data:")
        ? `data: ${redacted(line.slice(5).trim(), key)}`
        : line.replaceAll(key, INSTEAD),
    )
    .join("\n");
}

/** One JSON value, or what is none, without the key. */
function redacted(text: string, key: string): string {
  const value = parsed(text);
  if (value === undefined) return text.replaceAll(key, INSTEAD);
  // As it came unless it tells: numbers and order stay what they were.
  const clean = JSON.stringify(strings(value, (string) => string.replaceAll(key, INSTEAD)));
  return clean === JSON.stringify(value) ? text : clean;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function strings(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => strings(one, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [change(name), strings(one, change)]));
}

/** The events of a stream; null if it is none. */
function piecesOf(body: string): Json[] | null {
  if (!/^\s*(data:|event:|: )/.test(body)) return null;
  return body
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => parsed(line.slice(5).trim()))
    .filter((value) => value !== undefined);
}

function member(value: Json | undefined, name: string | number): Json | undefined {
  if (value === null || typeof value !== "object") return undefined;
  return (value as Record<string | number, Json>)[name];
}

/** What a piece adds to the answer. */
function textOf(piece: Json): string {
  const delta = member(member(member(piece, "choices"), 0), "delta");
  const content = member(delta, "content");
  const refusal = member(delta, "refusal");
  const texts = Array.isArray(content) ? content.map((part) => member(part, "text")) : [content];
  return [...texts, refusal].filter((text) => typeof text === "string").join("");
}

/** A stream put together. */
function whole(content: string, pieces: readonly Json[]): string {
  const usage =
    pieces.map((piece) => member(piece, "usage")).findLast((one) => one !== undefined && one !== null) ??
    null;
  return JSON.stringify({ choices: [{ message: { role: "assistant", content } }], usage });
}
