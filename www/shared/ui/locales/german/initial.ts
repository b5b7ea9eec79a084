/** What the component says before a reader asks, in German. */

import type { InitialMessages } from "../english/initial";

export const initialMessages: InitialMessages = {
  language: "de",
  check: "Verweise prüfen",
  show: "Prüfung der Verweise anzeigen",
  noTarget: (selector) => `cite-light: Auf dieser Seite passt nichts zu for="${selector}".`,
  loadFailed: (reason) => `Die Prüfung konnte nicht geladen werden. Laden Sie die Seite neu. (${reason})`,
  badgeProblems: (problems, all) => `${problems} von ${all} Verweisen zu prüfen`,
  badgeChecked: (checked, all) => `${checked} von ${all} Verweisen geprüft, kein Problem gefunden`,
};
