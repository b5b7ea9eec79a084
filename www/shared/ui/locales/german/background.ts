/** What goes on behind, in German. */

import type { Messages } from "../messages";

export const failureWords: Messages["failure"] = {
  crashed:
    "Die Prüfung wurde unerwartet beendet. Starten Sie sie neu. Tritt das wieder auf, versuchen Sie es mit einer kürzeren Seite.",
  stuck:
    "Die Prüfung dieses Dokuments hat zu lange gedauert und wurde abgebrochen. Andere Prüfungen laufen weiter. Prüfen Sie das Dokument in Teilen oder versuchen Sie es mit einer kürzeren Seite.",
  unreachable:
    "Die Erweiterung reagiert nicht. Versuchen Sie es noch einmal. Hilft das nicht, starten Sie den Browser neu.",
  unloadable:
    "Die Prüfung konnte nicht gestartet werden. Prüfen Sie die Verbindung und laden Sie die Seite neu. Hilft das nicht, ist der Browser zu alt oder die Seite lässt die Prüfung nicht zu.",
};

export const extensionWords: Messages["extension"] = {
  action: "Verweise auf dieser Seite prüfen",
  noPage: "Öffnen Sie einen Artikel und klicken Sie in der Symbolleiste auf Citelight.",
  cannotRead: "Citelight kann diese Seite nicht lesen. Öffnen Sie den Artikel selbst.",
  gone: "Diese Seite ist nicht mehr geöffnet.",
  openFile: "Datei öffnen",
};
