/** The card, in German. */

import type { Messages } from "../messages";
import { count, decimal, form, number, percent } from "./general";

export const cardWords: Messages["card"] = {
  label: (word) => `Verweis: ${word}`,
  confidence: (value) => `Sicherheit ${decimal(value)}`,
  suggested: (category) => `${category} (Vorschlag)`,
  claim: "Aussage",
  source: "Quelle",
  why: "Warum",
  how: "Wie das entschieden wurde",
  numbers: "Werte",
  conditions: { met: "erfüllt:", unmet: "nicht erfüllt:" },
  dismiss: "Abhaken",
  dismissWhy: "Warum ist das kein Problem?",
  dismissed: (reason) => `Abgehakt: ${reason}`,
  undo: "Rückgängig",
  copy: "Kopieren",
  notSeen:
    "Es ist nichts geschehen: Diese Karte war verdeckt oder hatte sich gerade bewegt. Klicken Sie noch einmal.",
  copied: "Kopiert",
  falseAlarm: "Als Fehlalarm kopieren",
  falseAlarmIs: "Als Fehlalarm eingestuft",
  copyFailed: "Das Kopieren wurde verweigert. Markieren Sie den Text und kopieren Sie ihn von Hand.",
  next: "Weiter",
  previous: "Zurück",
  close: "Schließen",
  findings: "Literaturangaben dieses Verweises",
  pending: "Noch nicht geprüft",
  checkingAgain: "Wird noch einmal geprüft …",
  open: "Quelle öffnen (neuer Tab)",
  abstractOnly: "nur Zusammenfassung",
  place: (section, paragraph) =>
    [section, paragraph > 0 ? `Absatz ${number(paragraph)}` : ""].filter((part) => part !== "").join(", "),
  differs: (name, here, there) => `${name}: in der Literaturangabe „${here}“, im Nachweis „${there}“.`,
};

export const committeeWords: Messages["committee"] = {
  summary: (n) =>
    form(n, {
      one: "Was eine zitierende Arbeit sagt",
      other: `Was ${number(n)} zitierende Arbeiten sagen`,
    }),
  relation: {
    entails: "sagt, was der Satz sagt",
    contradicts: "sagt etwas anderes",
    neutral: "sagt nichts dazu",
  },
  weight: (share) => `Gewicht ${percent(share)}`,
  votes: (n, all) => `${number(n)} von ${count(all, { one: "Stimme", other: "Stimmen" })}`,
  influence: (value) => `Einfluss ${decimal(value)}`,
  by: (title) => `„${title}“, eine Arbeit, die sie zitiert`,
  quoted: "in einem Verzeichnis zitiert, nicht gelesen",
  notHeard: (n, parts) =>
    `${form(n, {
      one: "Eine weitere zitierende Arbeit wurde nicht gehört",
      other: `${number(n)} weitere zitierende Arbeiten wurden nicht gehört`,
    })}: ${parts.join(", ")}.`,
  refused: {
    editorial: "redaktioneller Beitrag",
    retracted: "zurückgezogen",
    "citing-paper": "eben diese Arbeit",
    "cited-work": "das zitierte Werk selbst",
    "no-text": "ohne offenen Text",
    "not-cited": "zitiert es nicht im Text",
    "says-nothing": "sagt nichts dazu",
    "not-heard": "nachdem genug gehört waren",
  },
};

export const referenceWords: Messages["reference"] = {
  label: "Literaturangabe",
  entry: "Eintrag",
  record: "Nachweis",
  none: "Keiner.",
  nearest: "Der ähnlichste, von einem anderen Werk:",
  notice: "Die Mitteilung",
  bibtex: "BibTeX des Nachweises",
  copy: "BibTeX kopieren",
  cited: (n) => form(n, { one: "Wo darauf verwiesen wird", other: `Zum ersten von ${number(n)} Verweisen` }),
  list: "Literaturverzeichnis",
  listHint:
    "Einträge, die man sich ansehen sollte. Die anderen stimmen mit ihren Nachweisen überein oder bleiben offen.",
  counts: (found, all, troubles) =>
    `${number(found)} von ${number(all)} gefunden${troubles > 0 ? ` · ${number(troubles)} anzusehen` : ""}`,
  copyAll: (n) => `BibTeX von ${count(n, { one: "Nachweis", other: "Nachweisen" })} kopieren`,
};
