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
  here: "Dieser Artikel",
  nearest: "Nächstliegende Textstelle",
  deciding: "Was es klären würde",
  needed: "Hervorgehoben: Zahlen, Richtungen und Personengruppen der Aussage.",
  nothingFound: (pages) =>
    pages === null
      ? "In der Quelle fand sich nichts dazu."
      : `In der Quelle fand sich nichts dazu (etwa ${count(pages, { one: "Seite", other: "Seiten" })} gelesen).`,
  openPassage: "An dieser Stelle öffnen",
  openSource: "Quelle öffnen",
  technical: "Technische Einzelheiten",
  otherPassages: "Weitere verglichene Textstellen",
  steps: "Schritte",
  conditions: {
    met: "erfüllt:",
    unmet: "nicht erfüllt:",
    of: (what, value, limit) => `${what}: ${value} (${limit})`,
    none: "keine",
    noneAllowed: "keine erlaubt",
    "at-least": (limit) => `mindestens ${limit}`,
    above: (limit) => `mehr als ${limit}`,
    "at-most": (limit) => `höchstens ${limit}`,
    below: (limit) => `weniger als ${limit}`,
  },
  settledByText: "Der Volltext würde es klären; gelesen wurde nur die Zusammenfassung.",
  settledByAccess: "Öffnen Sie die Quelle, um es zu klären.",
  dismiss: "Kein Problem",
  dismissWhy: "Warum? (freiwillig)",
  dismissed: (reason) => `Kein Problem: ${reason}`,
  dismissedPlain: "Als unproblematisch markiert.",
  undo: "Rückgängig",
  copy: "Kopieren",
  tag: { retracted: "zurückgezogen", missing: "nicht gefunden" },
  notSeen:
    "Nichts ist geschehen: Die Karte war verdeckt oder hat sich gerade bewegt. Klicken Sie noch einmal.",
  copied: "Kopiert",
  falseAlarm: "Als Fehlalarm kopieren",
  falseAlarmIs: "Als Fehlalarm gemeldet",
  copyFailed: "Der Browser lässt das Kopieren nicht zu. Markieren Sie den Text und kopieren Sie ihn selbst.",
  next: "Weiter",
  previous: "Zurück",
  close: "Schließen",
  findings: "Quellen dieses Verweises",
  sources: (n, problems) =>
    problems === 0
      ? count(n, { one: "Quelle", other: "Quellen" })
      : `${number(problems)} von ${count(n, { one: "Quelle", other: "Quellen" })} auffällig`,
  needAttention: (n) => `${number(n)} auffällig`,
  pending: "Noch nicht geprüft",
  checkingAgain: "Wird noch einmal geprüft …",
  open: "Quelle öffnen (neuer Tab)",
  abstractOnly: "nur Zusammenfassung",
  passage: "Stelle aus dem Volltext",
  listed: (list, entry) => `${list}, Nr. ${entry}`,
  place: (section, paragraph) =>
    [section, paragraph > 0 ? `Absatz ${paragraph}` : ""].filter((part) => part !== "").join(", "),
  differs: (name, here, there) => `${name}: in der Literaturangabe „${here}“, im Nachweis „${there}“.`,
};

export const triageWords: Messages["triage"] = {
  ask: "Sagt die Quelle das?",
  answer: { supported: "Belegt", "not-supported": "Nicht belegt", skipped: "Überspringen" },
  said: (answer) => `Sie: ${answer}`,
  key: (label, key) => `${label} (${key})`,
  undo: "Rückgängig",
  kept: "Ihre Antworten bleiben in diesem Browser.",
};

export const reviewWords: Messages["review"] = {
  copy: "Für Gutachten kopieren",
  summary: "Zusammenfassung für mein Gutachten",
  labels: "Meine Antworten als Daten (JSONL)",
  copied: (n) => `${count(n, { one: "Absatz", other: "Absätze" })} kopiert.`,
  noAnswers: "Sie haben noch zu keiner Aussage geantwortet.",
  edit: "Entwurf: Bearbeiten Sie ihn, bevor Sie ihn kopieren. Er wird niemandem gesendet und nirgends veröffentlicht.",
  copyDraft: "Entwurf kopieren",
  draftCopied: "Entwurf kopiert.",
  missing: (n, works) =>
    `${form(n, { one: "Eine Literaturangabe ließ", other: `${number(n)} Literaturangaben ließen` })} sich nicht auffinden: ${works.join("; ")}. Bitte prüfen Sie ${form(n, { one: "diese Angabe", other: "diese Angaben" })}.`,
  retracted: (n, works) =>
    `${form(n, { one: "Ein zitiertes Werk wurde", other: `${number(n)} zitierte Werke wurden` })} zurückgezogen: ${works.join("; ")}. Bitte prüfen Sie, ob ${form(n, { one: "es", other: "sie" })} noch gebraucht ${form(n, { one: "wird", other: "werden" })}.`,
  head: "Verweise, die die Autorinnen und Autoren prüfen sollten:",
  none: "Zu keinem Verweis bleibt etwas zu fragen.",
  sentence: (source, sentence) => `Das Manuskript zitiert ${source} für „${sentence}“.`,
  passage: (text, place) =>
    place === "" ? `Die Quelle sagt: „${text}“` : `Die Quelle sagt (${place}): „${text}“`,
  ask: "Bitte prüfen Sie, ob die Quelle den Satz in dieser Form belegt.",
  notSupported:
    "Ich habe die Quelle gelesen und dies nicht gefunden; bitte klären oder berichtigen Sie den Verweis.",
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
  quoted: "aus einer Datenbank zitiert; Arbeit nicht gelesen",
  notHeard: (n, parts) =>
    `${form(n, {
      one: "Eine weitere zitierende Arbeit nicht verwendet",
      other: `${number(n)} weitere zitierende Arbeiten nicht verwendet`,
    })}: ${parts.join(", ")}.`,
  refused: {
    editorial: "redaktioneller Beitrag",
    retracted: "zurückgezogen",
    "citing-paper": "diese Arbeit selbst",
    "cited-work": "das zitierte Werk selbst",
    "no-text": "kein offener Text",
    "not-cited": "kein Verweis im Text",
    "says-nothing": "sagt nichts dazu",
    "not-heard": "schon genug Arbeiten verwendet",
  },
};

export const referenceWords: Messages["reference"] = {
  label: "Literaturangabe",
  entry: "Eintrag",
  record: "Nachweis",
  none: "Keiner.",
  nearest: "Ähnlichster Treffer, ein anderes Werk:",
  notice: "Mitteilung lesen",
  openDoi: "DOI öffnen",
  searchTitle: "Nach dem Titel suchen",
  bibtex: "BibTeX des Nachweises",
  copy: "BibTeX kopieren",
  cited: (n) => form(n, { one: "Zum Verweis", other: `Zum ersten von ${number(n)} Verweisen` }),
  list: "Literaturangaben",
  health: {
    verified: (n) => `${number(n)} bestätigt`,
    missing: (n) => `${number(n)} nicht gefunden`,
    retracted: (n) => `${number(n)} zurückgezogen`,
    concern: (n) => `${number(n)} mit Bedenken der Zeitschrift`,
    differs: (n) => `${number(n)} abweichend`,
    open: (n) => `${number(n)} offen`,
  },
  showAll: (n) => `Alle ${number(n)} anzeigen`,
  openAt: (host) => `Bei ${host} öffnen`,
  searchAt: (name) => `Bei ${name} suchen`,
  copyAll: (n) => `BibTeX von ${count(n, { one: "Nachweis", other: "Nachweisen" })} kopieren`,
};
