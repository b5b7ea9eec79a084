/** Sentences for what the core says in codes and fixed phrases, in German. */

import type { Messages } from "../messages";

export const measure: Messages["measure"] = {
  "quotations that the source has otherwise": "Zitate, die in der Quelle anders lauten",
  "tested statements of this rule": "getestete Aussagen dieser Regel",
  "share of them on which it was right": "Anteil davon, bei dem die Regel richtig lag",
  alignment: "Ähnlichkeit des Satzes mit der Aussage",
  confidence: "Sicherheit",
  "confirmations elsewhere": "bestätigende Sätze an anderer Stelle",
  "confirmations in the same sentence": "Bestätigungen im selben Satz",
  contradiction: "Widerspruch (Modell)",
  "contradiction decides": "ein Widerspruch entscheidet",
  "coverage by a sentence of the other": "Wörter der Aussage in einem Satz der anderen Quelle",
  "coverage of the claim's words": "Wörter der Aussage im Satz",
  "disagreement H": "Uneinigkeit der zitierenden Arbeiten",
  entailment: "Bestätigung (Modell)",
  "entries that may be meant": "Literaturangaben, die gemeint sein können",
  "pages that were read from an image": "Seiten, die von einem Bild abgelesen wurden",
  "highest contradiction": "stärkster Widerspruch (Modell)",
  "highest entailment": "stärkste Bestätigung (Modell)",
  "indexes without it": "Datenbanken ohne Treffer",
  "names of the claim that it lacks": "fehlende Namen aus der Aussage",
  "near sentences that differ": "nahe Sätze, die abweichen",
  "numbers, directions and denials that it does not confirm":
    "nicht bestätigte Zahlen, Richtungen und Verneinungen",
  "other sentences that are nearly the claim": "andere Sätze, die die Aussage fast wiederholen",
  "places of the source that state the number": "Stellen der Quelle mit dieser Zahl",
  "questions failed": "nicht bestandene Fragen",
  "respects in which it differs": "Abweichungen",
  "respects in which it does not agree": "fehlende Übereinstimmungen",
  score: "Übereinstimmung mit dem Nachweis",
  "sentences that are nearly the claim and differ": "Sätze, die die Aussage fast wiederholen, aber abweichen",
  "share of the claim's words around the difference": "Wörter der Aussage um die Abweichung",
  "share of the majority": "Anteil der Mehrheit",
  "share of the sentence's words around it": "Wörter des Satzes um die Abweichung",
  "share that the other holds": "fehlende Wörter in der anderen Quelle",
  "similarity to the topic": "Ähnlichkeit mit dem Thema",
  "their share of the claim": "Anteil fehlender Wörter an der Aussage",
  witnesses: "verwendete zitierende Arbeiten",
  "words of both in the same order": "gemeinsame Wörter in gleicher Reihenfolge",
  "words of the claim that it lacks": "in der Quelle fehlende Wörter der Aussage",
  "odds of being about something else": "Wahrscheinlichkeit, dass es um etwas anderes geht",
  "words of the source to show": "Wörter der Quelle, die sich zeigen lassen",
  "works it cites there": "andere Werke, die sie dafür anführt",
  "|V|": "Deutlichkeit der Abstimmung",
};

export const anomaly: Messages["anomaly"] = {
  "no-body": "Kein Artikeltext gefunden. Öffnen Sie den Volltext.",
  "no-references": "Kein Literaturverzeichnis gefunden.",
  truncated: "Der Text endet vorzeitig. Ein Teil des Artikels fehlt möglicherweise.",
  "heading-jump": "Eine Überschriftenebene wird übersprungen. Ein Abschnitt fehlt möglicherweise.",
  "number-gap": "Eine Nummer fehlt. Ein Teil des Textes wurde möglicherweise nicht gelesen.",
  "duplicate-text": "Ein Absatz kommt doppelt vor.",
  "broken-sentence": "Ein Satz bricht ab.",
  "out-of-order": "Teile des Textes stehen in falscher Reihenfolge.",
  "unmatched-citation": "Ein Verweis passt zu keiner Literaturangabe.",
  "no-citations": "Literaturangaben gefunden, aber keine Verweise im Text.",
  "too-many-citations": "Es gibt mehr Verweise, als eine Prüfung verarbeiten kann.",
  "uncited-reference": "Auf eine Literaturangabe wird nie verwiesen.",
  "contradictory-link": "Der Link eines Verweises führt zu einer anderen Literaturangabe.",
  "converter-error": "Der Text enthält Konvertierungsfehler.",
  "missing-file": "Eine eingebundene Datei fehlt.",
  "page-without-text":
    "Diese Seiten enthalten keinen lesbaren Text, etwa als Scan. Was darauf steht, wird nicht geprüft:",
  "page-read-from-image":
    "Ein Modell hat diese Seiten von ihrem Bild abgelesen. Wörter können falsch gelesen sein:",
  "doubtful-layout":
    "Das Layout ist unklar. Text kann abgeschnitten sein oder in falscher Reihenfolge stehen.",
};

export const noticeText: Messages["noticeText"] = {
  "no-models": "Aussagen werden nicht geprüft. Laden Sie dafür die Modelle.",
  "no-records":
    "Keine Datenbank verfügbar. Schalten Sie das Nachschlagen ein oder fügen Sie eine Datei mit Nachweisen hinzu.",
  damaged: "Ein Teil des Artikels fehlt möglicherweise. Öffnen Sie den Volltext und prüfen Sie noch einmal.",
  "no-citations": "Literaturangaben können nachgeschlagen werden; mehr lässt sich nicht prüfen.",
  "shifted-numbering":
    "Ab einer bestimmten Nummer passen die Verweise zur Literaturangabe vor oder nach der genannten. Prüfen Sie die Nummerierung.",
  "pages-without-text":
    "Diese Seiten enthalten keinen lesbaren Text, etwa weil sie gescannt sind. Was darauf steht, wird nicht geprüft:",
  "pages-read-from-images":
    "Ein Modell hat diese Seiten von ihrem Bild abgelesen. Wörter können falsch gelesen sein:",
  "too-many-citations": "Nur die ersten Verweise werden geprüft. Prüfen Sie den Artikel in Teilen.",
};
