/** The viewer of PDFs, in German. */

import type { Messages } from "../messages";
import { megabytes, number } from "./general";

export const viewerWords: Messages["viewer"] = {
  title: "Citelight",
  tools: "Werkzeuge",
  page: "Seite",
  of: (pages) => `von ${pages}`,
  zoomOut: "Verkleinern",
  zoomIn: "Vergrößern",
  zoom: "Zoom",
  zooms: { auto: "Automatisch", "page-width": "Seitenbreite", "page-fit": "Ganze Seite" },
  rotate: "Seiten drehen",
  find: "Suchen",
  findBar: "Im Dokument suchen",
  findWhat: "Suchtext",
  next: "Nächster Treffer",
  previous: "Voriger Treffer",
  matchCase: "Groß- und Kleinschreibung",
  wholeWords: "Ganze Wörter",
  closeFind: "Suche schließen",
  found: (current, all) => `${number(current)} von ${number(all)}`,
  notFound: "Nicht gefunden",
  searching: "Suche läuft",
  open: "Datei öffnen",
  original: "Original",
  originalHint: "Originaldatei öffnen (neuer Tab)",
  document: "Dokument",
  link: "Link",
  drop: "Legen Sie hier einen Artikel ab oder wählen Sie eine Datei: PDF, Word, LaTeX, HTML, XML oder Markdown. Sie bleibt auf diesem Computer.",
  choose: "Datei wählen",
  loading: (name) => `${name} wird geladen`,
  allow: (host) => `${host} erlauben`,
  retry: "Noch einmal versuchen",
  thisComputer: "diesem Computer",
  notAllowed: (host) =>
    `Citelight braucht die Erlaubnis, Dateien von ${host} zu lesen. Erlauben Sie es, oder speichern Sie das PDF und wählen Sie es hier.`,
  fileAccess:
    "Citelight hat keinen Zugriff auf Dateien dieses Computers. Wählen Sie die Datei hier. Oder schalten Sie auf der Erweiterungsseite des Browsers für Citelight „Zugriff auf Datei-URLs zulassen“ ein und versuchen Sie es noch einmal.",
  noFileAccess:
    "In diesem Browser können Erweiterungen keine Dateien über ihre Adresse öffnen. Wählen Sie die Datei hier.",
  unreachable: (host, reason) =>
    `${host} hat die Datei nicht gesendet (${reason}). Versuchen Sie es noch einmal, oder speichern Sie das PDF und wählen Sie es hier.`,
  unreadable: (name) => `${name} konnte nicht gelesen werden. Wählen Sie die Datei noch einmal.`,
  status: (code) => `Status ${code}`,
  noPdf: (name) =>
    `${name} ist kein PDF. Wenn es eine Anmeldeseite ist, melden Sie sich zuerst an und klicken Sie dann beim PDF selbst auf Citelight.`,
  empty: (name) => `${name} ist leer. Laden Sie die Datei noch einmal herunter und wählen Sie sie hier.`,
  tooLarge: (name, most) => `${name} ist größer als ${megabytes(most)}. Wählen Sie eine kleinere Fassung.`,
  locked: (name) =>
    `${name} ist kennwortgeschützt. Speichern Sie mit einem PDF-Programm eine Kopie ohne Kennwort und wählen Sie diese hier.`,
  damaged: (name) =>
    `${name} ist beschädigt oder unvollständig. Laden Sie die Datei noch einmal herunter und wählen Sie sie hier.`,
  noAddress: "Unter dieser Adresse gibt es keine Datei. Wählen Sie eine Datei.",
  tooLong: (pages) => `Das Dokument hat mehr als ${number(pages)} Seiten. Prüfen Sie jeweils ein Kapitel.`,
  tooMuch: (page) =>
    `Das Dokument ist zu lang: Auf Seite ${page} ist die Grenze erreicht. Prüfen Sie jeweils ein Kapitel.`,
  tooSlow: (page) =>
    `Das Lesen von Seite ${page} dauert länger als eine Minute. Speichern Sie mit einem PDF-Programm eine Kopie und wählen Sie diese.`,
};
