/** The list beside the text, in German. */

import type { Messages } from "../messages";
import { count, megabytes, number } from "./general";

export const exportWords: Messages["export"] = {
  title: "Export",
  format: {
    html: { name: "Bericht (HTML)", hint: "zum Lesen, Drucken und Weitergeben" },
    markdown: { name: "Bericht (Markdown)", hint: "für Notizen und Gutachten" },
    csv: { name: "Tabelle (CSV)", hint: "eine Zeile je Befund, für Tabellenprogramme" },
    json: { name: "Alles (JSON)", hint: "für Programme und citelight explain" },
    annotations: { name: "Anmerkungen (JSON-LD)", hint: "eine W3C Web Annotation je Befund" },
    bibtex: { name: "Literatur (BibTeX)", hint: "die gefundenen Nachweise" },
    "csl-json": { name: "Literatur (CSL-JSON)", hint: "die gefundenen Nachweise, für Zotero und andere" },
  },
  nothing: "Noch nichts zu exportieren. Prüfen Sie zuerst die Verweise.",
  saved: (name) => `Als ${name} gespeichert.`,
  failed: (reason) => `Die Datei wurde nicht gespeichert: ${reason}`,
};

export const panelWords: Messages["panel"] = {
  label: "Prüfung der Verweise",
  check: "Verweise prüfen",
  again: "Noch einmal prüfen",
  stop: "Stoppen",
  idle: "Vergleicht jeden Verweis mit seiner Quelle, in diesem Browser.",
  loading: (received, total) =>
    total > 0
      ? `Modelle werden geladen: ${number(received)} von ${megabytes(total)}`
      : `Modelle werden geladen: ${megabytes(received)}`,
  reading: "Die Seite wird gelesen",
  readingImages: (pages) => `Seitenbilder werden gelesen: bisher ${number(pages)}`,
  mapped: (citations, references) =>
    `${count(citations, { one: "Verweis", other: "Verweise" })} und ${count(references, { one: "Literaturangabe", other: "Literaturangaben" })} gefunden.`,
  nothingLookedUp: "Noch wurde nichts nachgeschlagen.",
  counted: ({ attention, supported, may_differ, may_not_fit, undecidable, unchecked, dismissed }) =>
    [
      supported > 0 ? `${number(supported)} belegt` : "",
      attention > 0 ? `${number(attention)} auffällig` : "",
      may_differ > 0 ? `${number(may_differ)} mit möglicher Abweichung` : "",
      may_not_fit > 0 ? `${number(may_not_fit)} vielleicht unpassend` : "",
      undecidable > 0 ? `${number(undecidable)} nicht eindeutig` : "",
      unchecked > 0 ? `${number(unchecked)} offen` : "",
      dismissed > 0 ? `${number(dismissed)} verworfen` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
  found: (found, all) =>
    `${number(found)} von ${count(all, { one: "Literaturangabe", other: "Literaturangaben" })} gefunden`,
  readingSources: (place, all) => `liest Quelle ${number(place)} von ${number(all)}`,
  judged: (judged, all) =>
    `${number(judged)} von ${count(all, { one: "Verweis", other: "Verweisen" })} geprüft`,
  stopped: "Vorzeitig gestoppt. Bisherige Ergebnisse bleiben erhalten.",
  failed: "Die Prüfung wurde vorzeitig beendet.",
  retry: "Noch einmal versuchen",
  noCitations:
    "Keine Verweise gefunden. Öffnen Sie den Volltext eines Artikels oder wählen Sie eine andere Datei.",
  fullText: {
    references: (n: number) =>
      `Diese Seite nennt ${count(n, { one: "Quelle", other: "Quellen" })}, aber nicht den Text, der sie zitiert.`,
    elsewhere: "Diese Seite zeigt nicht den Volltext.",
    listing: "Diese Seite listet mehrere Artikel auf. Öffnen Sie einen davon, um seine Verweise zu prüfen.",
    check: { html: "HTML-Fassung prüfen", pdf: "PDF prüfen" },
    open: { html: "HTML-Fassung öffnen", pdf: "PDF öffnen" },
  },
  nothingInFilter: "Keine passenden Befunde.",
  search: "Befunde durchsuchen",
  chart: "Befunde nach Urteil",
  categories: "Probleme nach Kategorie",
  noneToReview: "Bisher ist kein Verweis zu prüfen.",
  offline: "Sie sind offline. Es werden nur Daten auf diesem Gerät verwendet.",
  timeLeft: (seconds) => {
    const minutes = Math.round(seconds / 60);
    return seconds < 60
      ? "noch weniger als eine Minute"
      : `noch etwa ${count(minutes, { one: "Minute", other: "Minuten" })}`;
  },
  findings: "Befunde",
  notices: "Hinweise",
  filter: "Anzeigen",
  all: "Alle",
  showSupported: "Belegte Verweise im Text markieren",
  dismissed: "Verworfen",
  notFound: "auf der Seite nicht gefunden",
  gone: "Nicht mehr auf dieser Seite",
  moreSources: (n) => `und ${count(n, { one: "weitere Quelle", other: "weitere Quellen" })}`,
  lookUpNow: (references) =>
    `${count(references, { one: "Literaturangabe", other: "Literaturangaben" })} nachschlagen`,
  lookUpSends:
    "Sendet Titel, Autoren, Jahre und Kennungen der Literaturangaben, aber nicht den Text des Artikels, an Crossref, OpenAlex, Semantic Scholar und weitere Datenbanken.",
  lookUpRefused: "Der Browser hat das nicht erlaubt. Es wurde nichts nachgeschlagen.",
  lookUpOn: "Literaturangaben werden online nachgeschlagen.",
  lookUpEnd: "Ausschalten",
  lookUpNever: "Diese Website lässt Literaturangaben nicht nachschlagen.",
  lookUp: "Literaturangaben online nachschlagen",
  lookUpHint:
    "Sendet Titel, Namen und Kennungen aus dem Literaturverzeichnis an Crossref, Semantic Scholar, OpenAlex und andere Datenbanken. Der Text des Artikels wird nicht gesendet.",
  committees: "Wenn eine Quelle nicht lesbar ist, Arbeiten nutzen, die sie zitieren",
  committeesHint:
    "Sucht und liest Arbeiten, die die Quelle zitieren: etwa 12 Anfragen je Quelle. Befunde weisen darauf hin, wenn sie darauf beruhen. Wenn Sie ein KI-Modell eingerichtet haben, werden die Aussage und die Sätze dieser Arbeiten dorthin gesendet.",
  passages: "Wenn eine Quelle nicht lesbar ist, ihre Passagen bei Semantic Scholar suchen",
  passagesHint:
    "Sendet den zitierenden Satz an Semantic Scholar, das Passagen aus Millionen offener Arbeiten kennt. Befunde weisen darauf hin. Nie bei Einreichungen auf OpenReview oder Dateien auf diesem Computer.",
  keys: "Alt+J weiter · Alt+K zurück · 1 belegt · 2 nicht belegt · 3 überspringen · 0 rückgängig · Esc schließen",
};

export const answerWords: Messages["answers"] = {
  label: "Antworten von Modellen und zitierenden Arbeiten",
  of: (model) => `Antworten von ${model}`,
  ofCommittee: "Antworten von Arbeiten, die die Quelle zitieren",
  committee: "zitierende Arbeiten",
  said: ({ supported, otherwise, open }) =>
    [
      supported > 0 ? `${number(supported)}-mal belegt` : "",
      otherwise > 0 ? `${number(otherwise)}-mal widersprochen` : "",
      open > 0 ? `${number(open)}-mal offen` : "",
    ]
      .filter((part) => part.length > 0)
      .join(" · "),
};
