/** The words for what an audit tells, in German. */

import type { Messages } from "../messages";

export const verdict: Messages["verdict"] = {
  supported: "Belegt",
  miscited: "Zu prüfen",
  undecidable: "Nicht entscheidbar",
  unchecked: "Nicht geprüft",
};

export const need: Messages["need"] = {
  review: "Zu prüfen",
  reference: "Angabe fraglich",
  "retracted-since": "Seither zurückgezogen",
  undecidable: "Nicht entscheidbar",
  unchecked: "Nicht geprüft",
  supported: "Belegt",
};

export const needHint: Messages["needHint"] = {
  review: "Die Quelle scheint etwas anderes zu sagen.",
  reference:
    "Das zitierte Werk wurde nicht gefunden, wurde zurückgezogen oder weicht von seiner Literaturangabe ab.",
  "retracted-since":
    "Das zitierte Werk wurde zurückgezogen, nachdem diese Arbeit erschienen war, oder es ist nicht bekannt, was zuerst kam: kein Fehler ihrer Verfasser.",
  undecidable: "Die Quelle wurde gelesen und entscheidet es nicht.",
  unchecked: "Die Quelle konnte hier nicht gelesen werden.",
  supported: "Die Quelle sagt es so.",
};

export const standing: Messages["standing"] = {
  retracted: "zurückgezogen",
  "retracted-since": "seither zurückgezogen",
  replaced: "zurückgezogen und ersetzt",
  concern: "Bedenken der Redaktion",
  missing: "kein Nachweis gefunden",
  differs: "weicht vom Nachweis ab",
  open: "offen",
  found: "gefunden",
};

export const standingHint: Messages["standingHint"] = {
  retracted: "Wer sich darauf stützt, sollte das wissen.",
  "retracted-since":
    "Das Werk wurde zurückgezogen, nachdem diese Arbeit erschienen war. Wer sich jetzt darauf stützt, sollte das wissen.",
  replaced: "Unter derselben Kennung steht eine berichtigte Fassung. Prüfen Sie, ob sie noch dasselbe sagt.",
  concern: "Die Zeitschrift hat Bedenken zu dem Werk geäußert. Wer sich darauf stützt, sollte das wissen.",
  missing:
    "Keines der befragten Verzeichnisse kennt ein solches Werk. Suchen Sie es von Hand, bevor Sie sich darauf stützen.",
  differs: "Das Werk wurde gefunden; die Literaturangabe sagt etwas anderes darüber als sein Nachweis.",
  open: "Die Nachweise lassen offen, welches Werk gemeint ist.",
  found: "Literaturangabe und Nachweis stimmen überein.",
};

export const category: Messages["category"] = {
  "attribution-traceability": "Zuschreibung",
  "citation-validity": "Gültigkeit",
  "content-misrepresentation": "Inhalt",
  "scope-extrapolation": "Geltungsbereich",
  "evidence-characterization": "Stärke der Belege",
};

export const subtype: Messages["subtype"] = {
  "ghost-citation": "kein Nachweis gefunden",
  "author-misattribution": "andere Verfasser",
  retracted: "zurückgezogen",
  "secondary-source": "Sekundärquelle",
  irrelevant: "anderes Thema",
  contradictory: "sagt etwas anderes",
  "selective-quotation": "teilweise zitiert",
  "omitted-qualifiers": "Einschränkung fehlt",
  "conflated-findings": "zwei Ergebnisse vermengt",
  overgeneralisation: "weiter gefasst als die Quelle",
  "methodological-misapplication": "Methode anderswo verwendet",
  "data-scope-misuse": "Daten anderswo verwendet",
  "correlation-as-causation": "Zusammenhang als Ursache",
  "statistical-distortion": "Zahl verändert",
};

export const step: Messages["step"] = {
  map: "Verweis und Literaturangabe",
  resolve: "Literaturangabe und Nachweis",
  access: "Text der Quelle",
  retrieve: "Textstellen",
  windows: "Sätze",
  infer: "Vergleich",
  expand: "Vergleich mit Nachbarsätzen",
  signals: "Zahlen, Richtungen, Einschränkungen",
  committee: "Was zitierende Arbeiten sagen",
  decide: "Entscheidung",
  arbitrate: "Frage an den Endpunkt",
  categorise: "Kategorie",
};

export const stage: Messages["stage"] = {
  map: "Die Seite wird gelesen",
  resolve: "Literaturangaben werden nachgeschlagen",
  abstracts: "Abstracts werden abgerufen",
  access: "Quellen werden gesucht",
  verify: "Verweise werden geprüft",
};

export const field: Messages["field"] = {
  authors: "Verfasser",
  title: "Titel",
  year: "Jahr",
  venue: "Erscheinungsort",
  doi: "DOI",
};

export const fieldWithin: Messages["fieldWithin"] = (one) => field[one];

export const dismissReason: Messages["dismissReason"] = {
  "source-agrees": "Die Quelle sagt das sehr wohl",
  "claim-misread": "Der Satz wurde falsch verstanden",
  "wrong-source": "Das ist nicht die zitierte Quelle",
  "not-worth": "Nicht der Rede wert",
};

export const severity: Messages["severity"] = {
  info: "Hinweis",
  warning: "Achtung",
  error: "Problem",
};

export const notice: Messages["notice"] = {
  "no-models": "Keine Modelle",
  "no-records": "Keine Nachweise",
  "source-failed": "Verzeichnisse nicht erreicht",
  damaged: "Die Seite ist unvollständig",
  "no-citations": "Literaturangaben gelesen, keine Verweise erkannt",
  "too-many-citations": "Zu viele Verweise, um sie auf einmal zu prüfen",
  cancelled: "Angehalten",
};
