/** Topics of a submission that no assigned reviewer has written about: its own keywords, whose words stand in none of their papers. */

import { folded } from "../confidential";

export interface Written {
  title: string;
  abstract_text: string | null;
}

/** Words that tell nothing of a topic. */
const LEAST = 3;

/** @param papers of all who review it. */
export function uncovered(keywords: readonly string[], papers: readonly Written[]): string[] {
  const texts = papers.map(({ title, abstract_text: abstract }) => stems(`${title} ${abstract ?? ""}`));
  return keywords.filter((keyword) => {
    const words = [...stems(keyword)].filter((word) => word.length >= LEAST);
    return words.length > 0 && !texts.some((text) => words.every((word) => text.has(word)));
  });
}

/** Words without the endings of number: “networks” and “network” are one. */
function stems(text: string): Set<string> {
  return new Set(
    folded(text)
      .split(" ")
      .map((word) => word.replace(/(?<=..)ies$/, "y").replace(/(?<=...[^s])s$/, "")),
  );
}
