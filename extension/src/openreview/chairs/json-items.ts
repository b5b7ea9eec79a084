/**
 * The items of one list in a JSON answer, as they arrive. An answer of a thousand submissions with all their reviews is megabytes long: parsed
 * at once it would hold up the page, and its memory with it.
 */

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93];

/** Takes pieces of an answer `{"<field>": [item, …], …}` and gives the texts of the items that are whole. */
export class ItemSplitter {
  readonly #field: string;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The last name or text at the top level. */
  #word = "";
  #name = "";
  #isInList = false;
  #item = "";
  /** Whether the answer was closed. */
  isWhole = false;

  constructor(field: string) {
    this.#field = field;
  }

  /** Items that a piece completes. */
  take(piece: string): string[] {
    const items: string[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#inString = false;
        if (this.#depth === 1 && this.#inString) this.#word += piece[at] ?? "";
        continue;
      }
      switch (code) {
        case QUOTE:
          this.#inString = true;
          if (this.#depth === 1) this.#word = "";
          break;
        case COLON:
          if (this.#depth === 1) this.#name = this.#word;
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          this.#depth += 1;
          if (this.#depth === 2 && code === OPEN_BRACKET && this.#name === this.#field) {
            this.#isInList = true;
            this.#item = "";
            from = at + 1;
          }
          break;
        case COMMA:
          if (this.#isInList && this.#depth === 2) {
            items.push(this.#item + piece.slice(from, at));
            this.#item = "";
            from = at + 1;
          }
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          if (this.#isInList && this.#depth === 2) {
            items.push(this.#item + piece.slice(from, at));
            this.#item = "";
            this.#isInList = false;
          }
          this.#depth -= 1;
          if (this.#depth === 0) this.isWhole = true;
          break;
      }
    }
    if (this.#isInList) this.#item += piece.slice(from);
    return items.filter((item) => item.trim() !== "");
  }
}

/** The answer ended before its end. */
export class CutShort extends Error {}

/** Work is done for so long without the page having its turn. */
const TURN_MS = 12;

/** Lets the page have its turn whenever the last turn took long enough. */
export class Turns {
  #since = performance.now();

  /** The page had its turn while something was waited for. */
  begin(): void {
    this.#since = performance.now();
  }

  async breathe(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await new Promise((done) => setTimeout(done, 0));
    this.#since = performance.now();
  }
}

export async function* itemsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  field: string,
  turns: Turns = new Turns(),
): AsyncGenerator {
  const splitter = new ItemSplitter(field);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    turns.begin();
    if (done) break;
    // A whole answer may come in one piece.
    for (let at = 0; at < value.length; at += PIECE) {
      for (const item of splitter.take(value.slice(at, at + PIECE))) {
        yield JSON.parse(item) as unknown;
        await turns.breathe();
      }
      await turns.breathe();
    }
  }
  if (!splitter.isWhole) throw new CutShort();
}

const PIECE = 64 * 1024;
