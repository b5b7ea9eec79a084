/** Was bei einem früheren Besuch gefunden wurde, und was davon wo aufbewahrt wird. */

import type { Messages } from "../messages";
import { count, megabytes, number } from "./general";

const atMost = (size: number): string =>
  size < 0.1 ? `weniger als ${megabytes(0.1, 1)}` : megabytes(size, 1);

export const restoredWords: Messages["restored"] = {
  line: (days, date, fresh) => {
    const when = days <= 0 ? "Heute" : days === 1 ? "Gestern" : `Am ${date}`;
    return `${when} geprüft${fresh > 0 ? ` · ${number(fresh)} neu` : ""}`;
  },
  checkNew: (fresh) => `${count(fresh, { one: "neuen Verweis", other: "neue Verweise" })} prüfen`,
  verdictAlone: "Nur das Urteil wurde gespeichert. Prüfen Sie erneut, um den Grund zu sehen.",
};

export const keptWords: Messages["kept"] = {
  title: "Gespeicherte Ergebnisse",
  use: (articles, size) =>
    articles === 0
      ? "Es sind keine Ergebnisse gespeichert."
      : `Ergebnisse und Verworfenes zu ${count(articles, { one: "Artikel", other: "Artikeln" })} sind gespeichert (${atMost(size)}) und beim nächsten Besuch wieder da. Von Einreichungen in Begutachtung und Dateien auf diesem Computer werden nur die Urteile gespeichert, 30 Tage lang; in privaten Fenstern nichts.`,
  useOfPage: (articles, size) =>
    articles === 0
      ? "In diesem Browser sind keine Ergebnisse gespeichert."
      : `Ergebnisse und Verworfenes zu ${count(articles, { one: "Artikel", other: "Artikeln" })} sind in diesem Browser gespeichert (${atMost(size)}).`,
  clear: "Gespeicherte Ergebnisse löschen",
  cleared: "Die gespeicherten Ergebnisse wurden gelöscht.",
  notCleared:
    "Die gespeicherten Ergebnisse konnten nicht gelöscht werden. Schließen Sie andere Tabs mit Citelight und versuchen Sie es erneut.",
};

export const problemsWords: Messages["problems"] = (problems) =>
  `Citelight: ${count(problems, { one: "Verweis braucht", other: "Verweise brauchen" })} Aufmerksamkeit`;
