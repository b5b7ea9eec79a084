/** The pages that bring the check along, in German. */

import type { Messages } from "../messages";
import { form, list, megabytes, number } from "./general";

export const demoWords: Messages["demo"] = {
  title: "Citelight: Verweise dort geprüft, wo Sie lesen",
  skip: "Zum Artikel springen",
  results: "Ergebnisse aller Messungen",
  choose: "Artikel",
  kinds: { sample: "Beispiel", article: "Artikel" },
  file: "Eigene .html-Datei prüfen",
  drop: "Legen Sie die .html-Datei hier ab, um sie zu prüfen",
  dropped: (name) => `Ihre Datei: ${name}`,
  notHtml: (name) =>
    `${name} ist keine HTML-Datei. Sichern Sie die Seite des Artikels als .html und legen Sie sie hier ab.`,
  tooLarge: (name, most) =>
    `${name} ist größer als ${megabytes(most)}. Sichern Sie den Artikel allein, ohne seine Bilder.`,
  unreadable: (name) => `${name} konnte nicht gelesen werden. Wählen Sie die Datei noch einmal.`,
  noArticle: (title) =>
    `„${title}“ konnte nicht geladen werden. Sehen Sie nach, ob diese Seite noch ausgeliefert wird, und wählen Sie dann noch einmal.`,
  noIndex:
    "Die Liste der Artikel konnte nicht geladen werden. Laden Sie die Seite neu, oder legen Sie eine Datei hier ab.",
  figure: (description) =>
    description === "" ? "Abbildung weggelassen" : `Abbildung weggelassen: ${description}`,
  leaves: {
    nothing: {
      off: "Alles bleibt in diesem Browser.",
      "on-request": "Nur wonach Sie fragen, verlässt diesen Browser.",
      always: "Aussagen, die offen bleiben, verlassen diesen Browser.",
    },
    references: {
      off: "Nur das Literaturverzeichnis verlässt diesen Browser.",
      "on-request": "Das Literaturverzeichnis und wonach Sie fragen verlassen diesen Browser.",
      always: "Das Literaturverzeichnis und Aussagen, die offen bleiben, verlassen diesen Browser.",
    },
  },
};

export const beforehandWords: Messages["beforehand"] = {
  check: "Prüfung der Verweise zeigen",
  idle: "Die Verweise dieses Artikels wurden im Voraus geprüft.",
  loading: "Die Befunde werden geladen",
  failed: "Die Befunde konnten nicht gezeigt werden.",
  made: "Im Voraus geprüft",
  madeBy: (models) =>
    `Wer diese Seite betreibt, ließ die Verweise prüfen${models.length > 0 ? ` (mit ${list(models)})` : ""}. In diesem Browser wird nichts berechnet. Was seither hinzukam, wurde nicht geprüft.`,
  changed: "Der Artikel wurde seither geändert",
  citationsMissing: (missing, all) =>
    form(missing, {
      one: `${number(missing)} Satz mit Verweis von ${number(all)} steht nicht so auf dieser Seite, wie er geprüft wurde. Was dazu gefunden wurde, ist aufgeführt, aber weder markiert noch mitgezählt.`,
      other: `${number(missing)} Sätze mit Verweisen von ${number(all)} stehen nicht so auf dieser Seite, wie sie geprüft wurden. Was dazu gefunden wurde, ist aufgeführt, aber weder markiert noch mitgezählt.`,
    }),
  referencesMissing: (missing, all) =>
    form(missing, {
      one: `${number(missing)} Eintrag von ${number(all)} des Literaturverzeichnisses steht hier nicht so, wie er geprüft wurde.`,
      other: `${number(missing)} Einträge von ${number(all)} des Literaturverzeichnisses stehen hier nicht so, wie sie geprüft wurden.`,
    }),
  listElsewhere: "Das Literaturverzeichnis ist nicht markiert",
  listElsewhereWhy: "Es steht anderswo oder ist anders geschrieben als dort, wo es geprüft wurde.",
  otherArticle: (name, citations) =>
    `${name} handelt von einem anderen Text: ${form(citations, { one: `der ${number(citations)} Satz mit Verweis steht nicht`, other: `keiner der ${number(citations)} Sätze mit Verweisen steht` })} in diesem Artikel. Wer diese Seite betreibt, kann die Datei mit citelight check --format json neu erstellen.`,
  unreachable: (name, reason) =>
    `${name} konnte nicht geladen werden: ${reason}. Wer diese Seite betreibt, kann src="…" berichtigen.`,
  tooLarge: (name, most) => `${name} ist größer als ${megabytes(most)}.`,
  noJson: (name) => `${name} ist kein JSON. Es muss sein, was citelight check --format json schreibt.`,
  otherSchema: (name, schema, wanted) =>
    `${name} ist ${schema === null ? "keine Datei mit Befunden" : `von der Art „${schema}“`}. Sie muss von der Art „${wanted}“ sein, wie citelight check --format json sie schreibt.`,
  misfit: (name, fault) =>
    `${name} ist nicht so, wie citelight check --format json schreibt: ${fault}. Wer diese Seite betreibt, kann die Datei neu erstellen.`,
};
