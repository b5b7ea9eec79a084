/** The endpoint, in German. */

import type { Messages } from "../messages";
import { count, list, number } from "./general";

const tokensOf = (n: number): string => count(n, { other: "Token" });
const took = (tokens: number): string => (tokens > 0 ? ` Die Probe brauchte ${tokensOf(tokens)}.` : "");

export const endpointWords: Messages["endpoint"] = {
  title: "Ein Modell für das, was offen bleibt",
  about:
    "Aussagen, die sich hier nicht klären lassen, können einem Sprachmodell Ihrer Wahl vorgelegt werden: dem eines Anbieters, dem Ihrer Einrichtung oder einem auf diesem Rechner; oder einem Citelight-Server, der eines fragt. Gesendet werden je Aussage die Aussage selbst, ihre Nachbarsätze und bis zu drei Textstellen der Quelle; sonst nichts von der Seite.",
  kind: "Was antwortet",
  kindHint:
    "Ein Citelight-Server hat ein eigenes Modell und eigene Mittel; Ihre Einrichtung oder die Zeitschrift nennt ihn.",
  kinds: { model: "Ein Modell (OpenAI-kompatibel)", citelight: "Ein Citelight-Server" },
  address: "Adresse",
  addressHint: "Wie sie seine Dokumentation angibt, etwa https://models.example.org/v1",
  model: "Modell",
  modelHint: "Wie es dort heißt.",
  key: "Schlüssel",
  keyNew: "Bleibt leer, wenn der Endpunkt keinen verlangt.",
  keysKept: {
    stored: "Ein Schlüssel ist gesichert. Geben Sie einen anderen ein, um ihn zu ersetzen.",
    session:
      "Ein Schlüssel wird behalten, bis der Browser geschlossen wird. Geben Sie einen anderen ein, um ihn zu ersetzen.",
  },
  keyHeld:
    "Ein Schlüssel wird im Speicher behalten, bis diese Seite geschlossen wird. Geben Sie einen anderen ein, um ihn zu ersetzen.",
  keyMemory:
    "Wird im Speicher behalten, bis diese Seite geschlossen wird, und nur an die obige Adresse gesendet.",
  keysStored: {
    stored:
      "Wird von der Erweiterung auf diesem Rechner unverschlüsselt aufbewahrt und nur an die obige Adresse gesendet. Keine Seite kann ihn lesen.",
    session: "Wird nur an die obige Adresse gesendet. Keine Seite kann ihn lesen.",
  },
  keySession:
    "Den Schlüssel vergessen, wenn der Browser geschlossen wird (er bleibt im Speicher, nicht auf der Festplatte)",
  removeKey: "Schlüssel entfernen",
  when: "Wann er gefragt wird",
  asks: {
    off: "Nie",
    "on-request": "Nur wenn ich bei einem Befund auf „Den Endpunkt fragen“ drücke",
    always: "Bei jeder Aussage, die offen bleibt",
  },
  form: "Wie Antworten an ihre Form gebunden werden",
  formHint: "Die Probe findet die strengste, die gelingt.",
  forms: { schema: "JSON-Schema", object: "JSON-Objekt", plain: "Allein durch die Anweisung" },
  reasoning: "Nachdenken",
  reasoningHint: "Für Modelle, die nachdenken. Andere weisen es zurück.",
  reasonings: { none: "Dem Modell überlassen", low: "Wenig", medium: "Mittel", high: "Viel" },
  requests: "Anfragen für eine Seite, höchstens",
  tokens: "Token für eine Seite, höchstens",
  limitHint:
    "Leer: keine Grenze. Was eine Anfrage höchstens verbrauchen kann, wird zurückgelegt, bevor sie gesendet wird.",
  priceInput: "Preis einer Million gelesener Token",
  priceOutput: "Preis einer Million geschriebener Token",
  priceHint:
    "Mit Preisen sagt jeder Befund, was er gekostet hat, und die Kosten lassen sich begrenzen. In einer beliebigen Währung.",
  cost: "Kosten für eine Seite, höchstens",
  noAmount: "Geben Sie einen Betrag wie 2,50 an, oder lassen Sie das Feld leer.",
  noPrice:
    "Geben Sie beide Preise als Beträge wie 0,15 an, oder lassen Sie beide leer und auch die Grenze der Kosten.",
  stream: "Antworten stückweise annehmen, wo langsame Antworten abgeschnitten werden",
  more: "Weitere Einstellungen",
  save: "Sichern",
  use: "Verwenden",
  test: "Sichern und proben",
  useTest: "Verwenden und proben",
  forget: "Endpunkt und Schlüssel entfernen",
  saved: "Gesichert.",
  used: "In Gebrauch, bis diese Seite geschlossen wird.",
  forgotten: "Entfernt.",
  keyRemoved: "Der Schlüssel wurde entfernt.",
  testing: (host) => `${host} wird eine winzige Frage gestellt …`,
  answered: (host, form, tokens) => `${host} antwortet, wie verlangt. Form: ${form}.${took(tokens)}`,
  served: (host, model, tokens) =>
    `${host} ist ein Citelight-Server und antwortet mit ${model}.${took(tokens)}`,
  stricter: (reason) => `Eine strengere Form wurde nicht angenommen: ${reason}`,
  noAddress: "Das ist keine Webadresse. Geben Sie eine wie https://models.example.org/v1 an.",
  insecure:
    "Was an diese Adresse gesendet wird, könnte unterwegs gelesen werden. Nehmen Sie https oder einen Server auf diesem Rechner.",
  noModel: "Nennen Sie das Modell, wie es beim Endpunkt heißt.",
  noNumber: "Geben Sie eine ganze Zahl an, oder lassen Sie das Feld leer.",
  notGranted:
    "Der Browser hat Anfragen an diesen Rechner nicht erlaubt. Es wurde nichts gesichert; sichern Sie noch einmal und erlauben Sie es.",
  notKept:
    "Der Endpunkt konnte nicht gesichert werden. Laden Sie diese Seite neu und sichern Sie noch einmal.",
  notSetUp: "In den Optionen wurde inzwischen ein anderer Endpunkt eingerichtet; prüfen Sie noch einmal.",
  ask: "Den Endpunkt fragen",
  stop: "Frage abbrechen",
  asking: (host) => `${host} wird gefragt …`,
  wouldSend: (host) =>
    `„Den Endpunkt fragen“ sendet die Aussage, ihre Nachbarsätze und bis zu drei Textstellen an ${host}.`,
  sent: (host, what, requests, tokens) =>
    `An ${host} gesendet: ${list(what)}, in ${count(requests, { one: "Anfrage", other: "Anfragen" })} (${tokensOf(tokens)}).`,
  someHost: "den Endpunkt",
  parts: {
    claim: "die Aussage",
    sentence: "der Satz mit dem Verweis",
    neighbours: "seine Nachbarsätze",
    entries: "die Einträge, auf die er zeigen kann",
    passage: (n) =>
      ["keine Textstelle", "eine Textstelle", "zwei Textstellen", "drei Textstellen"][n] ??
      `${number(n)} Textstellen`,
    citing: "Sätze aus Arbeiten, die die Quelle zitieren",
  },
  none: "Was offen bleibt, wird niemandem vorgelegt.",
  onRequest: (host) => `Was offen bleibt, kann ${host} vorgelegt werden.`,
  always: (host) => `Was offen bleibt, wird ${host} vorgelegt.`,
  setUp: "Endpunkt einrichten",
  change: "Ändern",
};
