/** Numbers and lists as readers read them, and the language of all words. */

export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString()} ${n === 1 ? one : many}`;
}

/** What these words are written in: told to screen readers, which may be reading a page in another language. */
export const LANGUAGE = "en";

/** `a, b and c`. */
export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
