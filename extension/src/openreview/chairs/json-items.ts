/**
 * The items of one list in a JSON answer, as they arrive. An answer of a thousand submissions with all their reviews is megabytes long: parsed
 * at once it would hold up the page, and its memory with it.
 */

import JSONParser from "@streamparser/json/jsonparser.js";
import { Turns } from "./turns";

/** The answer ended before its end, or is none. */
export class CutShort extends Error {}

/** A whole answer may come in one piece: so much of it is parsed at a time. */
const PIECE = 64 * 1024;
/** Texts are gathered in so many bytes before they are decoded: as long as a review. */
const TEXT_BYTES = 8 * 1024;

/** Items of an answer `{"<field>": [item, …], …}`. */
export async function* itemsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  field: string,
  turns: Turns = new Turns(),
): AsyncGenerator {
  const items: unknown[] = [];
  const parser = new JSONParser({
    paths: [`$.${field}.*`],
    keepStack: false,
    stringBufferSize: TEXT_BYTES,
  });
  parser.onValue = ({ value }) => {
    items.push(value);
  };
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    turns.begin();
    if (done) break;
    // In Firefox a content script may copy an array of the page (Xray vision), but not slice it.
    const bytes = new Uint8Array(value);
    for (let at = 0; at < bytes.length; at += PIECE) {
      parse(parser, bytes.subarray(at, at + PIECE));
      for (const item of items.splice(0)) {
        yield item;
        await turns.breathe();
      }
      await turns.breathe();
    }
  }
  if (!parser.isEnded) throw new CutShort();
}

function parse(parser: JSONParser, bytes: Uint8Array): void {
  try {
    parser.write(bytes);
  } catch (error) {
    throw new CutShort(error instanceof Error ? error.message : String(error));
  }
}
