/** What a reader chooses in the extension, in German. */

import type { Messages } from "../messages";
import { megabytes, number } from "./general";

export const siteWords: Messages["site"] = {
  title: (site) => `Auf ${site}`,
  experimental: "experimentell",
  untried:
    "Seiten dieser Website wurden nicht erprobt. Sehen Sie nach, ob die Markierungen an den Zitaten stehen, bevor Sie sich auf sie verlassen.",
  when: "Artikel prüfen",
  whenHint:
    "Citelight bittet den Browser dann um diese Website. Seiten ohne Literaturverzeichnis bleiben unberührt, und kein Endpunkt wird von selbst gefragt, wenn Sie es unten nicht sagen.",
  check: {
    click: "wenn ich auf den Knopf drücke",
    open: "sobald ich einen öffne",
    never: "nie",
  },
  endpoint: "Der Endpunkt",
  asEverywhere: "wie überall",
  askMode: {
    off: "wird nie gefragt",
    "on-request": "wird gefragt, wenn ich den Knopf drücke",
    always: "wird nach allem gefragt, was offen bleibt",
  },
  kept: "Behalten.",
  notGranted: (site) =>
    `Der Browser hat ${site} nicht erlaubt. Wählen Sie noch einmal, und erlauben Sie es, wenn er fragt.`,
  off: (site) =>
    `Citelight ist auf ${site} ausgeschaltet. Wählen Sie hier eine andere Einstellung, und klicken Sie dann noch einmal auf seinen Knopf.`,
  list: "Websites",
  none: "Keine Website hat eigene Einstellungen. Sie werden in der Seitenleiste einer Seite gewählt.",
  forget: "Vergessen",
  remove: (site) => `Die Einstellungen von ${site} vergessen`,
};

export const privacyWords: Messages["privacy"] = {
  title: "Was diesen Browser verlässt",
  about:
    "Nichts, wenn Sie es nicht erlauben: Literaturangaben, die nachgeschlagen werden (Titel, Namen, Kennungen), und was Sie einem Endpunkt vorlegen. Jede Anfrage steht hier; die Liste liegt nur im Speicher und verschwindet mit dem Browser.",
  nothing: "Seit der Browser gestartet wurde, wurde nichts gesendet.",
  when: "Wann",
  what: "Anfrage",
  sent: "Gesendet",
  answer: "Antwort",
  lost: "keine",
  clear: "Liste leeren",
  bytes: (n) => (n === 0 ? "–" : `${number(n)} B`),
};

export const storageWords: Messages["storage"] = {
  title: "Auf diesem Rechner",
  use: (size) =>
    `Antworten werden aufbewahrt, damit nichts zweimal gefragt wird: ${size < 0.1 ? `weniger als ${megabytes(0.1, 1)}` : megabytes(size, 1)}, samt allem, was diese Erweiterung sonst aufbewahrt.`,
  empty: "Antworten vergessen",
  emptied: "Die Antworten wurden vergessen.",
  notEmptied:
    "Sie konnten jetzt nicht vergessen werden. Schließen Sie die Artikel, die gerade geprüft werden, und versuchen Sie es noch einmal.",
};

export const transferWords: Messages["transfer"] = {
  title: "Einstellungen als Datei",
  about:
    "Um Sprache, Websites, Mailadresse und Endpunkt in einen anderen Browser mitzunehmen. Schlüssel sind nie dabei.",
  save: "Einstellungen sichern",
  load: "Einstellungen laden",
  saved: (name) => `Gesichert als ${name}.`,
  told: {
    none: "Das ist keine Datei mit Einstellungen von Citelight. Wählen Sie eine, die hier gesichert wurde.",
    all: "Die Einstellungen wurden geladen. Drücken Sie „Sichern und proben“, um den Endpunkt zu erlauben, und wählen Sie Websites, die von selbst geprüft werden, noch einmal in ihrer Seitenleiste.",
    "without-mail":
      "Die Einstellungen wurden geladen, nur die Mailadresse nicht: Geben Sie sie oben ein, damit Ihr Browser fragen kann, ob sie gesendet werden darf. Drücken Sie „Sichern und proben“, um den Endpunkt zu erlauben, und wählen Sie Websites, die von selbst geprüft werden, noch einmal in ihrer Seitenleiste.",
  },
};

export const welcomeWords: Messages["welcome"] = {
  title: "Citelight prüft Verweise dort, wo Sie sie lesen",
  about:
    "Es findet jeden Verweis eines Artikels, liest die zitierte Quelle, wo sie offen zugänglich ist, und zeigt neben dem Satz, was die Quelle sagt. Sie entscheiden.",
  useTitle: "Wie man es benutzt",
  steps: [
    "Öffnen Sie einen Artikel: auf arXiv, in PubMed Central, auf der Seite eines Verlags oder als PDF.",
    "Klicken Sie in der Symbolleiste auf Citelight. Die Liste öffnet sich an der Seite.",
    "Lesen Sie die markierten Sätze. Zeigen Sie auf eine Markierung oder drücken Sie die Tasten unten, und ihre Karte zeigt den Beleg.",
  ],
  marksTitle: "Was die Markierungen bedeuten",
  lookUpTitle: "Literaturangaben nachschlagen",
  lookUp:
    "Ohne das kann nur verglichen werden, was im Paket liegt: die Quellen fast keines Artikels. In der Seitenleiste lässt es sich jederzeit ändern.",
  privacyTitle: "Was diesen Browser verlässt",
  options: "Optionen öffnen",
};

export const optionsWords: Messages["options"] = {
  title: "Citelight: Optionen",
  heading: "Optionen",
  mail: "Ihre Mailadresse",
  mailHint:
    "Wird Crossref, OpenAlex, DataCite und Unpaywall genannt, wenn Literaturangaben nachgeschlagen werden: Bekannten antworten sie schneller. Bleibt das Feld leer, erfahren sie nichts.",
  mailSave: "Adresse sichern",
  noMail: "Das ist keine Mailadresse.",
  saved: "Gesichert.",
  notSaved: "Nicht gesichert: Der Browser darf sie nicht senden.",
  lookUp: "Literaturangaben nachschlagen",
  language: "Sprache",
  languageHint:
    "Dieser Erweiterung: ihrer Liste, Karten, Seiten und ihres PDF-Betrachters. Berichte und einige Einzelheiten sind englisch.",
  asBrowser: "wie der Browser",
};

export const sourceKeyWords: Messages["sourceKeys"] = {
  label: (source) => `Ihr Schlüssel für ${source}`,
  gains: {
    openalex:
      "Kostenlos bei openalex.org. Ohne Schlüssel beantwortet OpenAlex etwa hundert Suchen am Tag, mit ihm etwa tausend.",
    semanticscholar:
      "Vergeben bei semanticscholar.org. Ohne Schlüssel teilen Sie eine Grenze mit allen und müssen oft warten.",
  },
  kept: "Ein Schlüssel ist hinterlegt. Ein neuer ersetzt ihn.",
  about:
    "Jeder Schlüssel geht nur an seine Quelle. Keine Seite, kein Protokoll und keine Datei mit Einstellungen enthält ihn.",
  save: "Schlüssel sichern",
  removeShort: "Schlüssel entfernen",
  remove: (source) => `Schlüssel für ${source} entfernen`,
  removed: (source) => `Der Schlüssel für ${source} wurde entfernt.`,
  noKey: (source) =>
    `Das ist kein Schlüssel für ${source}: Er besteht aus Buchstaben, Ziffern und Zeichen ohne Leerzeichen.`,
  nothing: "Geben Sie zuerst einen Schlüssel ein.",
};
