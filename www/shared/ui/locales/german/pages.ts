/** The pages that bring the check along, in German. */

import type { Messages } from "../messages";
import { form, list, megabytes, number } from "./general";

export const demoWords: Messages["demo"] = {
  title: "Citelight: Verweise prüfen, wo Sie lesen",
  skip: "Zum Artikel springen",
  skipToCheck: "Zur Prüfung der Verweise springen",
  results: "Alle Ergebnisse",
  kinds: { sample: "Beispiel", article: "Artikel" },
  noArticle: (title) =>
    `„${title}“ konnte nicht geladen werden. Prüfen Sie, ob die Seite noch bereitgestellt wird, und wählen Sie den Artikel noch einmal.`,
  noIndex:
    "Die Liste der Artikel konnte nicht geladen werden. Laden Sie die Seite neu oder legen Sie eine Datei hier ab.",
  figure: (description) =>
    description === "" ? "Abbildung weggelassen" : `Abbildung weggelassen: ${description}`,
  leaves: {
    nothing: {
      off: "Alles bleibt in diesem Browser.",
      "on-request": "Nur Aussagen, zu denen Sie fragen, verlassen diesen Browser.",
      always: "Nicht eindeutige Aussagen verlassen diesen Browser.",
    },
    references: {
      off: "Nur das Literaturverzeichnis verlässt diesen Browser.",
      "on-request": "Das Literaturverzeichnis und Aussagen, zu denen Sie fragen, verlassen diesen Browser.",
      always: "Das Literaturverzeichnis und nicht eindeutige Aussagen verlassen diesen Browser.",
    },
  },
};

/** How the demo takes articles. */
export const intakeWords: Messages["intake"] = {
  headline: "Prüfen, ob die Quellen eines Artikels sagen, was er behauptet.",
  choose: "Beispiel",
  file: "Datei öffnen",
  identifier: "arXiv-ID oder DOI",
  go: "Öffnen",
  formats:
    "Artikel öffnen, hierher ziehen oder einfügen: HTML, PDF, Word, LaTeX (.tex, .zip, .tar.gz), JATS- oder TEI-XML, Markdown oder BibTeX.",
  drop: "Artikel hier ablegen, um ihn zu prüfen",
  loading: (name) => `${name} wird geöffnet`,
  pasted: "Eingefügter Text",
  own: (name) => `Ihre Datei: ${name}`,
  asText: (name) => `Ihre Datei: ${name}. Als Text gezeigt, ohne Abbildungen und Layout.`,
  fetched: (host) => `Geladen von ${host}.`,
  nothing: "Es gab keine Datei zu öffnen. Wählen Sie eine aus oder ziehen Sie eine hierher.",
  empty: (name) => `${name} ist leer. Speichern Sie die Datei erneut oder wählen Sie eine andere.`,
  tooLarge: (name, most) =>
    `${name} ist größer als ${megabytes(most)}. Wählen Sie nur den Artikel, ohne Abbildungen und Daten.`,
  tooMany: (most) =>
    `Das sind mehr als ${number(most)} Dateien. Packen Sie den Artikel als .zip und öffnen Sie das Archiv.`,
  unreadable: (name) => `${name} konnte nicht gelesen werden. Wählen Sie die Datei erneut.`,
  noIdentifier: (text) =>
    `„${text}“ ist weder eine arXiv-ID noch ein DOI. Geben Sie etwa 2405.12311 oder 10.1371/journal.pone.0234687 ein.`,
  offline: "Sie sind offline. Wählen Sie ein Beispiel oder öffnen Sie eine Datei.",
  closed: {
    arxiv: (id) =>
      `Diese Seite kann ${id} nicht von arXiv lesen. Speichern Sie dort HTML oder PDF und ziehen Sie die Datei hierher, oder prüfen Sie den Artikel auf arXiv mit der Citelight-Erweiterung.`,
    doi: (id) =>
      `Europe PMC hat keinen offenen Volltext zu ${id}, und die Verlage lassen diese Seite nicht mitlesen. Speichern Sie HTML oder PDF des Artikels und ziehen Sie die Datei hierher, oder prüfen Sie ihn beim Verlag mit der Citelight-Erweiterung.`,
  },
  unanswered: (host) =>
    `${host} hat nicht geantwortet. Versuchen Sie es in einer Minute erneut, oder ziehen Sie den Artikel hierher.`,
  openAt: (host) => `Auf ${host} öffnen`,
};

export const beforehandWords: Messages["beforehand"] = {
  check: "Prüfung der Verweise anzeigen",
  idle: "Der Betreiber dieser Seite hat die Verweise prüfen lassen.",
  loading: "Befunde werden geladen",
  failed: "Die Befunde können nicht angezeigt werden.",
  checkHere: "Selbst prüfen",
  publishedBy: (host) => `Befunde veröffentlicht von ${host}`,
  publishedHere: (models) =>
    `Sie stammen von dieser Website${models.length > 0 ? ` (erstellt mit ${list(models)})` : ""} und sind nicht signiert. In diesem Browser wurde nichts geprüft. Später ergänzter Text wurde nicht geprüft.`,
  publishedElsewhere: (host, models) =>
    `Diese Seite verweist auf sie. Sie stammen von ${host}, nicht von dieser Website${models.length > 0 ? ` (erstellt mit ${list(models)})` : ""}, und sind nicht signiert. In diesem Browser wurde nichts geprüft. Später ergänzter Text wurde nicht geprüft.`,
  publishedAtChosen: (host, models) =>
    `Sie stammen von ${host}, dem Ort aus Ihren Optionen, nicht von dieser Website${models.length > 0 ? ` (erstellt mit ${list(models)})` : ""}, und sind nicht signiert. In diesem Browser wurde nichts geprüft. Später ergänzter Text wurde nicht geprüft.`,
  publishedUnusable: (host) => `Von ${host} veröffentlichte Befunde werden nicht angezeigt`,
  unavailable: "Die Prüfung der Verweise ist für diesen Artikel gerade nicht verfügbar.",
  made: "Vom Betreiber geprüft",
  madeBy: (models) =>
    `Der Betreiber dieser Seite hat die Verweise prüfen lassen${models.length > 0 ? ` (mit ${list(models)})` : ""}. In diesem Browser wird nichts berechnet. Später ergänzter Text wurde nicht geprüft.`,
  changed: "Der Artikel hat sich seit der Prüfung geändert",
  citationsMissing: (missing, all) =>
    form(missing, {
      one: `${number(missing)} von ${number(all)} Sätzen mit Verweis steht nicht mehr auf dieser Seite. Die Befunde dazu sind aufgeführt, aber weder markiert noch mitgezählt.`,
      other: `${number(missing)} von ${number(all)} Sätzen mit Verweisen stehen nicht mehr auf dieser Seite. Die Befunde dazu sind aufgeführt, aber weder markiert noch mitgezählt.`,
    }),
  referencesMissing: (missing, all) =>
    form(missing, {
      one: `${number(missing)} von ${number(all)} Literaturangaben hat sich seit der Prüfung geändert.`,
      other: `${number(missing)} von ${number(all)} Literaturangaben haben sich seit der Prüfung geändert.`,
    }),
  listElsewhere: "Das Literaturverzeichnis ist nicht markiert",
  listElsewhereWhy: "Es steht auf einer anderen Seite oder hat sich seit der Prüfung geändert.",
  otherArticle: (name, citations) =>
    `${name} gehört zu einem anderen Artikel: ${form(citations, { one: `der ${number(citations)} Satz mit Verweis steht nicht`, other: `keiner der ${number(citations)} Sätze mit Verweisen steht` })} auf dieser Seite. Der Betreiber kann die Datei mit citelight check --format json neu erstellen.`,
  unreachable: (name, reason) =>
    `${name} konnte nicht geladen werden: ${reason}. Der Betreiber dieser Seite kann src="…" korrigieren.`,
  tooLarge: (name, most) => `${name} ist größer als ${megabytes(most)}.`,
  noJson: (name) => `${name} ist kein JSON. Erstellen Sie die Datei mit citelight check --format json.`,
  otherSchema: (name, schema, wanted) =>
    `${name} ${schema === null ? "ist keine Datei mit Befunden" : `hat das Format „${schema}“`}. Erforderlich ist das Format „${wanted}“, wie es citelight check --format json schreibt.`,
  misfit: (name, fault) =>
    `${name} ist keine gültige Datei mit Befunden: ${fault}. Der Betreiber dieser Seite kann sie neu erstellen.`,
};
