/** The endpoint, in German. */

import type { Messages } from "../messages";
import { count, list, number } from "./general";

const tokensOf = (n: number): string => count(n, { other: "Token" });
const took = (tokens: number): string => (tokens > 0 ? ` Der Test hat ${tokensOf(tokens)} verbraucht.` : "");

export const endpointWords: Messages["endpoint"] = {
  title: "KI-Zweitmeinung (optional)",
  about:
    "Fragen Sie zu nicht eindeutigen Aussagen ein Sprachmodell: das dieses Browsers, eines auf diesem Computer, das eines Anbieters oder das Ihrer Einrichtung. Oder fragen Sie einen Citelight-Server, der ein eigenes Modell hat. Jede Frage enthält die Aussage, ihre Nachbarsätze und Textstellen der Quelle, sonst nichts von der Seite, außer Sie schalten es unter „Erweiterte Einstellungen“ ein.",
  kind: "Dienst",
  kindHint:
    "Ein Citelight-Server hat ein eigenes Modell und ein eigenes Budget. Die Adresse erhalten Sie von Ihrer Einrichtung oder Zeitschrift.",
  kinds: {
    browser: "KI-Modell dieses Browsers",
    model: "KI-Modell (OpenAI-kompatibel)",
    citelight: "Citelight-Server",
  },
  address: "Adresse",
  addressHint: "Aus der Dokumentation des Anbieters, zum Beispiel https://models.example.org/v1",
  model: "Modell",
  modelHint: "Der Name beim Anbieter.",
  key: "API-Schlüssel",
  keyNew: "Lassen Sie das Feld leer, wenn der Dienst keinen verlangt.",
  keysKept: {
    stored: "Ein Schlüssel ist gespeichert. Geben Sie einen anderen ein, um ihn zu ersetzen.",
    session:
      "Ein Schlüssel ist gespeichert, bis Sie den Browser schließen. Geben Sie einen anderen ein, um ihn zu ersetzen.",
  },
  keyHeld:
    "Ein Schlüssel ist im Arbeitsspeicher, bis Sie diese Seite schließen. Geben Sie einen anderen ein, um ihn zu ersetzen.",
  keyMemory:
    "Bleibt im Arbeitsspeicher, bis Sie diese Seite schließen. Wird nur an die Adresse oben gesendet.",
  keysStored: {
    stored:
      "Wird unverschlüsselt auf diesem Computer gespeichert und nur an die Adresse oben gesendet. Webseiten können ihn nicht lesen.",
    session: "Wird nur an die Adresse oben gesendet. Webseiten können ihn nicht lesen.",
  },
  keySession:
    "Schlüssel beim Schließen des Browsers löschen (bleibt im Arbeitsspeicher, nicht auf der Festplatte)",
  removeKey: "Schlüssel entfernen",
  when: "Wann gefragt wird",
  asks: {
    off: "Nie",
    "on-request": "Nur wenn ich bei einem Befund auf „KI-Modell fragen“ klicke",
    always: "Bei jeder nicht eindeutigen Aussage",
  },
  local: {
    find: "Modelle auf diesem Computer suchen",
    hint: "Sucht Ollama, LM Studio und llama.cpp an ihren üblichen Ports, nur auf diesem Computer.",
    finding: "Suche läuft …",
    none: "Kein Modellserver gefunden. Starten Sie Ollama, LM Studio oder llama.cpp und suchen Sie noch einmal.",
    notGranted: "Nicht gesucht: Der Browser hat Anfragen an diesen Computer nicht erlaubt.",
    empty: (server) => `${server} läuft, hat aber kein Modell. Laden Sie dort eines.`,
    pick: (model, server) => `${model} verwenden (${server})`,
    refused: (server) => `${server} läuft, lehnt diese Erweiterung aber ab. So erlauben Sie sie:`,
    locked: (server) =>
      `${server} verlangt einen Schlüssel. Geben Sie unten Adresse, Modell und Schlüssel ein.`,
    restart: {
      ollama: "Setzen Sie diese Umgebungsvariable und starten Sie Ollama neu.",
      "lm-studio":
        "Starten Sie den Server mit diesem Befehl oder schalten Sie in seinen Einstellungen „Enable CORS“ ein.",
      "llama-cpp": "Starten Sie llama-server mit dieser Option neu.",
    },
  },
  form: "Antwortformat",
  formHint: "„Testen“ findet das strengste Format, das funktioniert.",
  forms: { schema: "JSON-Schema", object: "JSON-Objekt", plain: "Nur Prompt" },
  reasoning: "Denkaufwand",
  reasoningHint: "Nur für Reasoning-Modelle. Andere lehnen es ab.",
  reasonings: { none: "Vorgabe des Modells", low: "Niedrig", medium: "Mittel", high: "Hoch" },
  requests: "Höchstzahl der Anfragen je Seite",
  tokens: "Höchstzahl der Token je Seite",
  limitHint: "Leer: keine Grenze. Bis zur Antwort zählt jede Anfrage mit ihrem möglichen Höchstverbrauch.",
  priceInput: "Preis je Million Eingabe-Token",
  priceOutput: "Preis je Million Ausgabe-Token",
  priceHint:
    "Mit Preisen zeigen Befunde ihre Kosten, und Sie können die Kosten begrenzen. Verwenden Sie eine beliebige Währung.",
  cost: "Höchstkosten je Seite",
  noAmount: "Geben Sie einen Betrag wie 2,50 ein oder lassen Sie das Feld leer.",
  noPrice: "Geben Sie beide Preise ein, etwa 0,15, oder lassen Sie beide Preise und die Höchstkosten leer.",
  stream: "Antworten streamen (hilft, wenn langsame Antworten abbrechen)",
  repair: "Auch zu zweifelhaften Textstellen fragen",
  repairHint:
    "Für PDFs, in denen Absätze abbrechen: Gesendet werden einige Sätze um jede Stelle. Wirkt nur, wenn das Modell zu jeder offenen Aussage gefragt wird.",
  transcribe: "Seiten ohne Text als Bilder senden",
  transcribeHint:
    "Für gescannte PDF-Seiten. Von jeder Seite wird ein Bild an dieses Modell gesendet, das Bilder verarbeiten können muss. Nur, wenn Sie die Prüfung selbst starten und das Modell zu jeder offenen Aussage gefragt wird. Nie bei PDFs auf OpenReview.",
  more: "Erweiterte Einstellungen",
  save: "Speichern",
  use: "Verwenden",
  test: "Speichern und testen",
  useTest: "Verwenden und testen",
  forget: "KI-Modell und Schlüssel entfernen",
  saved: "Gespeichert.",
  used: "Wird verwendet, bis Sie diese Seite schließen.",
  forgotten: "Entfernt.",
  keyRemoved: "Schlüssel entfernt.",
  testing: (host) => `Testfrage an ${host} …`,
  answered: (host, form, tokens) => `${host} funktioniert. Antwortformat: ${form}.${took(tokens)}`,
  served: (host, model, tokens) => `${host} ist ein Citelight-Server und verwendet ${model}.${took(tokens)}`,
  stricter: (reason) => `Ein strengeres Format hat nicht funktioniert: ${reason}`,
  noAddress: "Das ist keine Webadresse. Geben Sie eine wie https://models.example.org/v1 ein.",
  insecure:
    "Andere könnten mitlesen, was an diese Adresse gesendet wird. Verwenden Sie https oder einen Server auf diesem Computer.",
  noModel: "Geben Sie den Namen des Modells beim Anbieter ein.",
  noNumber: "Geben Sie eine ganze Zahl ein oder lassen Sie das Feld leer.",
  notGranted:
    "Nicht gespeichert: Der Browser hat Anfragen an diesen Server nicht erlaubt. Speichern Sie noch einmal und stimmen Sie der Nachfrage zu.",
  notKept:
    "Die Einstellungen wurden nicht gespeichert. Laden Sie diese Seite neu und speichern Sie noch einmal.",
  notSetUp: "Das KI-Modell wurde inzwischen in den Optionen geändert. Prüfen Sie noch einmal.",
  ask: "KI-Modell fragen",
  stop: "Frage abbrechen",
  asking: (host) => `${host} wird gefragt …`,
  wouldSend: (host) =>
    `„KI-Modell fragen“ sendet die Aussage, ihre Nachbarsätze und Textstellen der Quelle an ${host}.`,
  sent: (host, what, requests, tokens) =>
    `An ${host} gesendet: ${list(what)}, in ${count(requests, { one: "Anfrage", other: "Anfragen" })} (${tokensOf(tokens)}).`,
  requestCount: (n) => count(n, { one: "Anfrage", other: "Anfragen" }),
  someHost: "das KI-Modell",
  parts: {
    claim: "die Aussage",
    sentence: "der Satz mit dem Verweis",
    neighbours: "seine Nachbarsätze",
    entries: "die Literaturangaben, die gemeint sein können",
    passage: (n) =>
      ["keine Textstelle", "eine Textstelle", "zwei Textstellen", "drei Textstellen"][n] ??
      `${number(n)} Textstellen`,
    citing: "Sätze aus Arbeiten, die die Quelle zitieren",
  },
  none: "Aus. Es wird nichts an ein KI-Modell gesendet.",
  onRequest: (host) => `Sie können ${host} zu nicht eindeutigen Aussagen fragen.`,
  always: (host) => `${host} wird zu nicht eindeutigen Aussagen gefragt.`,
  setUp: "KI-Modell einrichten",
  change: "Ändern",
};
