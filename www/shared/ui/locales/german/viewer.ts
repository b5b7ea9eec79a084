/** The viewer of PDFs, in German. */

import type { Messages } from "../messages";
import { megabytes, number } from "./general";

export const viewerWords: Messages["viewer"] = {
  title: "Citelight: PDF",
  tools: "Werkzeuge",
  page: "Seite",
  of: (pages) => `von ${number(pages)}`,
  zoomOut: "Kleiner",
  zoomIn: "Größer",
  zoom: "Vergrößerung",
  zooms: { auto: "Automatisch", "page-width": "Seitenbreite", "page-fit": "Ganze Seite" },
  rotate: "Seiten drehen",
  find: "Suchen",
  findBar: "Im Dokument suchen",
  findWhat: "Gesuchte Wörter",
  next: "Nächster Treffer",
  previous: "Voriger Treffer",
  matchCase: "Groß- und Kleinschreibung",
  wholeWords: "Ganze Wörter",
  closeFind: "Suche schließen",
  found: (current, all) => `${number(current)} von ${number(all)}`,
  notFound: "Nicht gefunden",
  searching: "Wird gesucht",
  open: "PDF öffnen",
  original: "Original",
  originalHint: "die Datei an ihrem Ort (neuer Tab)",
  document: "Dokument",
  link: "Link",
  drop: "Legen Sie hier ein PDF ab, oder wählen Sie eine Datei. Sie wird in diesem Browser gelesen.",
  choose: "Datei wählen",
  loading: (name) => `${name} wird geladen`,
  allow: (host) => `${host} erlauben`,
  retry: "Noch einmal versuchen",
  thisComputer: "diesem Rechner",
  notAllowed: (host) =>
    `Citelight darf Dateien von ${host} noch nicht lesen. Erlauben Sie es, oder sichern Sie das PDF und wählen Sie es hier.`,
  fileAccess:
    "Citelight darf Dateien dieses Rechners nicht über ihre Adresse öffnen. Wählen Sie die Datei hier. Oder schalten Sie auf der Erweiterungsseite des Browsers für Citelight „Zugriff auf Datei-URLs zulassen“ ein und versuchen Sie es noch einmal.",
  noFileAccess:
    "Dieser Browser lässt keine Erweiterung Dateien dieses Rechners über ihre Adresse öffnen. Wählen Sie die Datei hier.",
  unreachable: (host, reason) =>
    `${host} hat die Datei nicht gesendet (${reason}). Versuchen Sie es noch einmal, oder sichern Sie das PDF und wählen Sie es hier.`,
  unreadable: (name) => `${name} konnte nicht gelesen werden. Wählen Sie die Datei noch einmal.`,
  status: (code) => `Status ${code}`,
  noPdf: (name) =>
    `${name} ist kein PDF. Ist es eine Seite, die zur Anmeldung auffordert, melden Sie sich zuerst dort an, und klicken Sie dann beim PDF selbst auf Citelight.`,
  empty: (name) => `${name} ist leer. Laden Sie die Datei noch einmal herunter und wählen Sie sie hier.`,
  tooLarge: (name, most) => `${name} ist größer als ${megabytes(most)}. Wählen Sie eine kleinere Fassung.`,
  locked: (name) =>
    `${name} ist mit einem Kennwort gesperrt. Sichern Sie in einem PDF-Programm eine Fassung ohne Kennwort, und wählen Sie diese hier.`,
  damaged: (name) =>
    `${name} kann nicht gelesen werden: Die Datei ist beschädigt oder wurde nicht vollständig heruntergeladen. Laden Sie sie noch einmal herunter und wählen Sie sie hier.`,
  noAddress: "Diese Adresse führt zu keiner Datei, die hier geöffnet werden kann. Wählen Sie eine Datei.",
  tooLong: (pages) => `Das Dokument hat mehr als ${number(pages)} Seiten. Prüfen Sie ein Kapitel daraus.`,
  tooMuch: (page) =>
    `Das Dokument hat bis Seite ${number(page)} mehr Text, als auf einmal geprüft werden kann. Prüfen Sie ein Kapitel daraus.`,
  tooSlow: (page) =>
    `Seite ${number(page)} konnte nicht in einer Minute gelesen werden. Sichern Sie das PDF in einem PDF-Programm neu, und wählen Sie diese Fassung.`,
};
