/** „Literatur zu einem Satz vorschlagen“, in German. */

import type { Messages } from "../messages";
import { decimal, list } from "./general";

export const sourceWords: Messages["sources"] = {
  title: "Literatur zu einem Satz vorschlagen",
  about:
    "Durchsucht OpenAlex und Semantic Scholar mit den Wörtern des Satzes unten, ohne Ihren Namen, Ihre Mailadresse oder Ihre Schlüssel. Was gefunden wird, vergleicht dieser Browser mit dem Satz.",
  sentence: "Satz",
  take: "Markierten Text übernehmen",
  nothingSelected: "Markieren Sie zuerst einen Satz auf der Seite, oder geben Sie einen ein.",
  search: "Suchen",
  searching: "Wird gesucht …",
  found:
    "Werke, die gemeint sein können, das ähnlichste zuerst. Lesen Sie ein Werk, bevor Sie es zitieren oder vorschlagen.",
  none: "Nichts gefunden. Versuchen Sie es mit anderen Wörtern.",
  noAnswer: (indexes) => `Keine Antwort von ${list(indexes)}.`,
  similarity: (cosine) => `Ähnlichkeit ${decimal(cosine)}`,
  refused: {
    "authors-hidden":
      "Nichts wurde gesendet: Die Verfasser dieser Einreichung sind verborgen oder können es sein; ihre Sätze bleiben in diesem Browser.",
    "tells-of-it": "Nichts wurde gesendet: Der Satz nennt eine Person, die hier anonym ist.",
    "chairs-only":
      "Nichts wurde gesendet: Der Satz stammt aus einem Kommentar, der vielleicht nur für Vorsitzende bestimmt ist.",
    "in-confidence":
      "Nichts wurde gesendet: Dateien, Seiten privater Netze und Seiten unbekannter Herkunft behandelt Citelight als vertraulich.",
    "too-short": "Geben Sie einen ganzen Satz ein.",
  },
};
