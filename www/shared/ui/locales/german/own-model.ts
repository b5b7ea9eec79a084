/** The browser’s own model, in German. */

import type { Messages } from "../messages";
import { count, percent } from "./general";

const claims = (n: number): string => count(n, { one: "Aussage", other: "Aussagen" });

export const ownModelWords: Messages["ownModel"] = {
  offer: (open) => `KI-Zweitmeinung zu ${claims(open)}`,
  offerDownload: (open) => `KI-Modell des Browsers laden und Zweitmeinung zu ${claims(open)} einholen`,
  about:
    "Das KI-Modell dieses Browsers liest jede Aussage neben Textstellen ihrer Quelle. Es läuft auf diesem Computer: kein Konto, kein Schlüssel, und es wird nichts gesendet.",
  download: "Modell laden",
  cancel: "Laden abbrechen",
  states: {
    unavailable: "Dieser Browser hat kein eigenes KI-Modell, das auf diesem Gerät läuft.",
    downloadable:
      "Der Browser lädt sein Modell einmal, mehrere Gigabyte, und verwendet es für alle Websites.",
    downloading: "Der Browser lädt gerade sein Modell.",
    available: "Das Modell ist bereit. Es läuft auf diesem Computer, und es wird nichts gesendet.",
  },
  progress: (share) => `Der Browser lädt gerade sein Modell: ${percent(share)}.`,
  cancelled: "Laden abgebrochen.",
  left: (n) => `Das KI-Modell dieses Browsers wird gefragt: noch ${claims(n)}.`,
  stop: "Fragen abbrechen",
  faults: {
    unavailable: "Das KI-Modell dieses Browsers kann hier nicht verwendet werden.",
    downloadable:
      "Der Browser hat sein KI-Modell noch nicht geladen. Laden Sie es in den Optionen oder in der Seitenleiste.",
    downloading: "Der Browser lädt sein KI-Modell noch. Fragen Sie später noch einmal.",
    refused: "Der Browser hat die Antwort auf diese Frage verweigert.",
    overflow: "Die Textstellen sind länger, als das KI-Modell dieses Browsers auf einmal lesen kann.",
    slow: "Das KI-Modell dieses Browsers hat zu lange gebraucht. Vielleicht belegen andere Programme die Grafikkarte.",
    failed: "Das KI-Modell dieses Browsers hat versagt. Fragen Sie noch einmal.",
  },
  notAllowed: "Das KI-Modell wurde nicht eingerichtet. Prüfen Sie die Einstellungen für diese Website.",
  testing: "Testfrage an das KI-Modell dieses Browsers …",
  answered: "Das KI-Modell dieses Browsers funktioniert. Es wurde nichts gesendet.",
  asking: "Das KI-Modell dieses Browsers wird gefragt …",
  wouldAsk:
    "„KI-Modell fragen“ gibt die Aussage, ihre Nachbarsätze und Textstellen an das KI-Modell dieses Browsers. Nichts verlässt diesen Computer.",
  read: (what, requests) =>
    `Vom KI-Modell dieses Browsers gelesen: ${what}, in ${requests}. Nichts hat diesen Computer verlassen.`,
  onRequest: "Sie können das KI-Modell dieses Browsers zu nicht eindeutigen Aussagen fragen.",
  always: "Das KI-Modell dieses Browsers wird zu nicht eindeutigen Aussagen gefragt.",
};
