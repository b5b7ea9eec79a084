/** The list beside the text, in German. */

import type { Messages } from "../messages";
import { count, megabytes, number, percent } from "./general";

export const exportWords: Messages["export"] = {
  title: "Ausgabe als Datei",
  format: {
    html: { name: "Bericht (HTML)", hint: "eine Seite zum Lesen, Drucken, Weitergeben; englisch" },
    markdown: { name: "Bericht (Markdown)", hint: "für Notizen und Gutachten; englisch" },
    csv: { name: "Tabelle (CSV)", hint: "eine Zeile je Befund, für Tabellenprogramme" },
    json: { name: "Alles (JSON)", hint: "was `citelight explain` liest" },
    annotations: { name: "Anmerkungen (JSON-LD)", hint: "W3C Web Annotation, eine je Befund" },
    bibtex: { name: "Literatur (BibTeX)", hint: "die gefundenen Nachweise" },
    "csl-json": { name: "Literatur (CSL-JSON)", hint: "dasselbe für Zotero und andere" },
  },
  nothing: "Es gibt noch nichts auszugeben. Prüfen Sie zuerst die Verweise.",
  saved: (name) => `Gesichert als ${name}.`,
  failed: (reason) => `Die Datei konnte nicht geschrieben werden: ${reason}`,
};

export const panelWords: Messages["panel"] = {
  label: "Prüfung der Verweise",
  check: "Verweise prüfen",
  again: "Noch einmal prüfen",
  stop: "Anhalten",
  idle: "Jeder Verweis wird mit dem verglichen, was seine Quelle sagt. Gelesen wird in diesem Browser.",
  loading: (received, total) =>
    total > 0
      ? `Die Modelle werden geladen: ${number(received)} von ${megabytes(total)}`
      : `Die Modelle werden geladen: ${megabytes(received)}`,
  reading: "Die Seite wird gelesen",
  line: (checked, all, review, open) =>
    [
      `${number(checked)} von ${count(all, { one: "Verweis", other: "Verweisen" })} geprüft`,
      review > 0 ? `${number(review)} zu prüfen` : "",
      open > 0 ? `${number(open)} nicht prüfbar` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  finished: ({ integrity, coverage, pairs, supported, miscited }) =>
    integrity === null
      ? `Gelesen: ${percent(coverage)} von ${count(pairs, { one: "Paar", other: "Paaren" })} aus Verweis und Quelle.`
      : `Integrität ${percent(integrity)}: ${number(supported)} von ${number(supported + miscited)} entschiedenen Paaren sind belegt. Gelesen: ${percent(coverage)} von ${number(pairs)}.`,
  stopped: "Vor dem Ende angehalten. Was geprüft wurde, bleibt.",
  failed: "Die Prüfung endete vorzeitig.",
  retry: "Noch einmal versuchen",
  noCitations:
    "Hier wurden keine Verweise gefunden. Öffnen Sie den vollen Text eines Artikels oder wählen Sie eine andere Datei.",
  nothingInFilter: "Mit diesem Filter gibt es hier nichts.",
  search: "Befunde durchsuchen",
  chart: "Was gefunden wurde",
  categories: "Kategorien dessen, was zu prüfen ist",
  noneToReview: "Bisher ist kein Verweis zu prüfen.",
  offline: "Ohne Netz: Es wird nur verwendet, was auf diesem Gerät liegt.",
  timeLeft: (seconds) => {
    const minutes = Math.round(seconds / 60);
    return seconds < 60
      ? "noch weniger als eine Minute"
      : `noch etwa ${count(minutes, { one: "Minute", other: "Minuten" })}`;
  },
  findings: "Befunde",
  notices: "Hinweise",
  filter: "Zeigen",
  all: "Alle",
  showSupported: "Belegte Verweise im Text markieren",
  dismissed: "Abgehakt",
  notFound: "Stelle auf der Seite nicht gefunden",
  lookUp: "Literaturangaben im Netz nachschlagen",
  lookUpHint:
    "Sendet die Einträge des Literaturverzeichnisses (Titel, Namen, Kennungen) an Crossref, Semantic Scholar, OpenAlex und andere Verzeichnisse. Der Text des Artikels wird nicht gesendet.",
  committees: "Ist ein Werk nicht lesbar, die befragen, die es zitieren",
  committeesHint:
    "Arbeiten, die das Werk zitieren, werden gesucht und gelesen: etwa ein Dutzend Anfragen je Werk. Ein Urteil sagt, dass es auf ihnen beruht. Mit einem Endpunkt werden die Aussage und ihre Sätze dorthin gesendet.",
  keys: "Alt+J weiter · Alt+K zurück · Esc schließt",
};
