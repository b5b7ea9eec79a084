/** The words for what an audit tells, in German. */

import type { Messages } from "../messages";

export const verdict: Messages["verdict"] = {
  supported: "Belegt",
  miscited: "Zu prüfen",
  undecidable: "Nicht eindeutig",
  unchecked: "Offen",
};

export const need: Messages["need"] = {
  review: "Zu prüfen",
  reference: "Referenzproblem",
  "retracted-since": "Später zurückgezogen",
  "may-differ": "Weicht vielleicht ab",
  "may-not-fit": "Passt vielleicht nicht",
  undecidable: "Nicht eindeutig",
  unchecked: "Offen",
  supported: "Belegt",
};

export const needHint: Messages["needHint"] = {
  review: "Die Quelle scheint etwas anderes zu sagen.",
  reference: "Das zitierte Werk wurde nicht gefunden, zurückgezogen oder passt nicht zur Literaturangabe.",
  "retracted-since":
    "Das zitierte Werk wurde erst nach Erscheinen dieser Arbeit zurückgezogen, oder die Reihenfolge ist unbekannt. Die Verfasser trifft keine Schuld.",
  "may-differ":
    "Eine Stelle der Quelle weicht vom Satz ab. Ein Hinweis: Oft erklärt der Zusammenhang die Abweichung.",
  "may-not-fit":
    "Nach Titel und Zusammenfassung scheint das zitierte Werk von etwas anderem zu handeln. Ein Hinweis, kein Urteil.",
  undecidable: "Die Quelle bestätigt es nicht und widerspricht nicht.",
  unchecked: "Nicht geprüft: Die Quelle, ihr Nachweis oder ein Modell fehlt noch.",
  supported: "Die Quelle sagt es so.",
};

export const standing: Messages["standing"] = {
  retracted: "zurückgezogen",
  "retracted-since": "später zurückgezogen",
  replaced: "zurückgezogen und ersetzt",
  concern: "Bedenken der Redaktion",
  missing: "nicht gefunden",
  differs: "weicht vom Nachweis ab",
  open: "offen",
  found: "bestätigt",
};

export const standingHint: Messages["standingHint"] = {
  retracted: "Lesen Sie die Mitteilung dazu, bevor Sie sich auf dieses Werk stützen.",
  "retracted-since":
    "Das Werk wurde nach Erscheinen dieser Arbeit zurückgezogen. Lesen Sie die Mitteilung dazu, bevor Sie sich darauf stützen.",
  replaced:
    "Unter derselben Kennung gibt es eine berichtigte Fassung. Prüfen Sie, ob sie noch dasselbe sagt.",
  concern:
    "Die Zeitschrift hat Bedenken zu diesem Werk veröffentlicht. Lesen Sie diese, bevor Sie sich darauf stützen.",
  missing:
    "Keine der befragten Datenbanken kennt dieses Werk. Suchen Sie selbst danach, bevor Sie sich darauf stützen.",
  differs: "Das Werk wurde gefunden, aber die Literaturangabe weicht vom Nachweis ab.",
  open: "Aus den Nachweisen geht nicht hervor, welches Werk gemeint ist.",
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
  "ghost-citation": "nicht gefunden",
  "author-misattribution": "andere Verfasser",
  retracted: "zurückgezogen",
  "secondary-source": "Sekundärquelle",
  irrelevant: "anderes Thema",
  contradictory: "sagt etwas anderes",
  "selective-quotation": "unvollständig zitiert",
  "omitted-qualifiers": "Einschränkung fehlt",
  "conflated-findings": "zwei Ergebnisse vermengt",
  overgeneralisation: "weiter gefasst als die Quelle",
  "methodological-misapplication": "Methode nicht übertragbar",
  "data-scope-misuse": "Daten nicht übertragbar",
  "correlation-as-causation": "Zusammenhang als Ursache dargestellt",
  "statistical-distortion": "Zahl verändert",
};

export const step: Messages["step"] = {
  map: "Verweis zur Literaturangabe",
  resolve: "Literaturangabe zum Nachweis",
  relevance: "Titel und Zusammenfassung",
  access: "Text der Quelle",
  retrieve: "Textstellen",
  windows: "Sätze",
  infer: "Vergleich",
  expand: "Vergleich im Zusammenhang",
  signals: "Zahlen, Richtungen, Einschränkungen",
  committee: "Zitierende Arbeiten",
  decide: "Entscheidung",
  arbitrate: "KI-Zweitmeinung",
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
  "source-agrees": "Die Quelle sagt das tatsächlich",
  "claim-misread": "Der Satz wurde falsch verstanden",
  "wrong-source": "Das ist nicht die zitierte Quelle",
  "not-worth": "Nicht wichtig genug",
  "not-a-problem": "Kein Problem",
};

export const severity: Messages["severity"] = {
  info: "Hinweis",
  warning: "Achtung",
  error: "Problem",
};

export const notice: Messages["notice"] = {
  "no-models": "Modelle nicht geladen",
  "no-records": "Literaturangaben nicht nachgeschlagen",
  "source-failed": "Einige Datenbanken antworten nicht",
  damaged: "Die Seite ist unvollständig",
  "no-citations": "Keine Verweise im Text gefunden",
  "too-many-citations": "Zu viele Verweise für eine Prüfung",
  "pages-without-text": "Seiten ohne Text",
  "pages-read-from-images": "Von Bildern abgelesene Seiten",
  "shifted-numbering": "Nummerierung um eins verschoben",
  "far-works": "Mehrere Werke ohne erkennbaren Bezug",
  cancelled: "Angehalten",
};
