/** What goes on behind, in German. */

import type { Messages } from "../messages";

export const failureWords: Messages["failure"] = {
  crashed:
    "Das Prüfprogramm brach unerwartet ab. Starten Sie die Prüfung neu; bricht es wieder ab, versuchen Sie es mit einer kürzeren Seite.",
  stuck:
    "Die Prüfung dieses Dokuments dauerte zu lange und wurde abgebrochen; andere Prüfungen laufen weiter. Prüfen Sie das Dokument in Teilen, oder versuchen Sie es mit einer kürzeren Seite.",
  unreachable:
    "Die Seite der Erweiterung, die prüft, hat nicht geantwortet. Versuchen Sie es noch einmal; bleibt es dabei, starten Sie den Browser neu.",
  unloadable:
    "Das Prüfprogramm konnte nicht gestartet werden. Laden Sie die Seite neu; bleibt es dabei, ist der Browser zu alt, oder die Sicherheitsregeln der Seite verbieten es.",
};

export const extensionWords: Messages["extension"] = {
  action: "Die Verweise dieser Seite prüfen",
  noPage: "Öffnen Sie einen Artikel und klicken Sie in der Symbolleiste auf Citelight.",
  cannotRead: "Citelight kann diese Seite nicht lesen. Öffnen Sie die Seite des Artikels selbst.",
  gone: "Die Seite wurde geschlossen oder verlassen.",
  openPdf: "PDF öffnen",
};
