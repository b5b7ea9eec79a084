/** Why a verdict was given, in German. */

import type { RetractionManner } from "../../../generated/RetractionManner";
import type { Update } from "../../../generated/Update";
import type { WorkForm } from "../../../generated/WorkForm";
import type { Messages } from "../messages";
import { count, form, list, number, sources } from "./general";

const papers = (n: number): string =>
  form(n, { one: "eine Arbeit, die sie zitiert,", other: `${number(n)} Arbeiten, die sie zitieren,` });

const gone = (manner: RetractionManner): string =>
  manner === "withdrawn" ? "zurückgenommen" : "zurückgezogen";
/** `am 2010-02-06 `, `2010 `. */
const on = (date: string | null): string =>
  date === null ? "" : date.length > 7 ? `am ${date} ` : `${date} `;
const bracketed = (notice: string | null): string => (notice === null ? "" : ` (Mitteilung: ${notice})`);

const elsewhere: Record<WorkForm, { works: string; next: string }> = {
  paper: { works: "Aufsätze", next: "Im Archiv der Zeitschrift oder in einem Bibliothekskatalog suchen." },
  book: {
    works: "Bücher",
    next: "In einem Bibliothekskatalog wie WorldCat oder Open Library nach ISBN oder Titel suchen.",
  },
  thesis: {
    works: "Hochschulschriften",
    next: "Im Repositorium der Hochschule oder in einem Katalog von Hochschulschriften suchen.",
  },
  report: { works: "Berichte", next: "Auf der Website der Institution nach der Berichtsnummer suchen." },
  standard: { works: "Normen", next: "Im Katalog der Normungsorganisation nach der Nummer suchen." },
  law: {
    works: "Gesetze und Entscheidungen",
    next: "Im Amtsblatt oder in der Entscheidungssammlung des Gerichts nach Nummer oder Datum suchen.",
  },
  software: {
    works: "Programme",
    next: "Das Repository, die Seite im Paketverzeichnis oder die SWHID bei Software Heritage aufrufen.",
  },
  dataset: { works: "Datensätze", next: "Im Repositorium der Daten oder bei DataCite suchen." },
  patent: { works: "Patente", next: "Bei Espacenet nach der Patentnummer suchen." },
  "web-page": { works: "Webseiten", next: "Die Adresse oder ihre Kopie in einem Webarchiv aufrufen." },
  press: {
    works: "Beiträge aus Zeitungen, Zeitschriften und Lexika",
    next: "Im Archiv der Publikation suchen.",
  },
  other: { works: "Werke dieser Art", next: "Dort nachschlagen, wo solche Werke verzeichnet sind." },
};
const UPDATED: Record<Update, string> = {
  corrected: "Zu dem Werk ist eine Berichtigung erschienen",
  "partly-retracted": "Ein Teil des Werks wurde zurückgezogen",
  "new-version": "Von dem Werk ist eine neuere Fassung erschienen",
};
const TO_DO: Record<Update, string> = {
  corrected: "bitte prüfen, ob sie diesen Satz betrifft",
  "partly-retracted": "bitte prüfen, ob dieser Satz darauf beruht",
  "new-version": "bitte prüfen, ob sie das noch sagt",
};

const ENOUGH_TESTED = 20;

export const reasonWords: Messages["reason"] = {
  sourceSaysSo: "Die Quelle sagt es so.",
  similarPassage: "Die Quelle enthält eine ähnliche Textstelle.",
  testedSupport: (right, of) =>
    of === 0
      ? "Wie oft eine solche Textstelle einen Satz belegt, ist nicht gemessen."
      : of < ENOUGH_TESTED
        ? `Zu wenige geprüfte Sätze hatten eine solche Textstelle, um zu sagen, wie oft sie belegt (${number(right)} von ${number(of)}).`
        : `In Tests waren ${number(right)} von ${number(of)} Sätzen mit einer solchen Textstelle richtig.`,
  testedDifference: (right, of) =>
    of === 0
      ? "Wie oft ein solcher Unterschied ein Fehler ist, ist nicht gemessen."
      : of < ENOUGH_TESTED
        ? `Zu wenige geprüfte Sätze hatten einen solchen Unterschied, um zu sagen, wie oft er ein Fehler ist (${number(right)} von ${number(of)}).`
        : `In Tests waren ${number(right)} von ${number(of)} Sätzen mit einem solchen Unterschied nicht richtig.`,
  numberMissing: (claim) => `In der Quelle steht nirgends ${claim}.`,
  quotationFound: "Das Zitat steht wörtlich in der Quelle.",
  quotationAltered: (claim, source) =>
    claim === ""
      ? `Im Zitat fehlt „${source}“, das in der Quelle steht.`
      : source === ""
        ? `Im Zitat steht „${claim}“, in der Quelle dort nicht.`
        : `Im Zitat steht „${claim}“, in der Quelle „${source}“.`,
  quotationMissing: (quote) => `Im Text der Quelle steht das Zitat „${quote}“ nicht.`,
  differs: (claim, source) => `In der Quelle steht ${source}, im Satz ${claim}.`,
  directionDiffers: (claim, source) => `In der Quelle steht „${source}“, im Satz „${claim}“.`,
  sourceDenies: (source) => `Die Quelle verneint es („${source}“), der Satz nicht.`,
  sentenceDenies: (claim) => `Der Satz verneint es („${claim}“), die Quelle nicht.`,
  negationDiffers: "Quelle und Satz unterscheiden sich in einer Verneinung.",
  hedgeDropped: (source) => `Die Quelle ist vorsichtiger („${source}“) als der Satz.`,
  scopeDiffers: (claim, source) => `In der Quelle geht es um ${source}, im Satz um ${claim}.`,
  causalUpgrade: (claim, source) =>
    `Die Quelle berichtet einen Zusammenhang („${source}“), der Satz nennt eine Ursache („${claim}“).`,
  authorDiffers: (claim, record) =>
    `Der Satz nennt ${claim}; der Nachweis nennt als Verfasser ${record.replace(/\.$/, "")}.`,
  noRecord: (asked) =>
    asked.length === 0 ? "In keiner Datenbank gefunden." : `Nicht gefunden in ${sources(asked)}.`,
  notCheckable: (form, gap) => {
    switch (gap) {
      case "kind":
        return `Hier nicht prüfbar: Kein Index hat es, und den Indizes fehlen viele ${elsewhere[form].works}. ${elsewhere[form].next}`;
      case "language":
        return "Hier nicht prüfbar: Kein Index hat es, und den Indizes fehlen viele Aufsätze in dieser Sprache. In einem Index des Landes suchen, etwa CNKI, CiNii, eLIBRARY, Dialnet, SciELO oder MATARKA.";
      case "age":
        return "Hier nicht prüfbar: Kein Index hat es, und den Indizes fehlen viele Aufsätze jener Zeit. Im Archiv der Zeitschrift oder in einem Bibliothekskatalog suchen.";
      case "registrar":
        return "Hier nicht prüfbar: Die DOI ist registriert, aber bei keiner Agentur, deren Werke die Indizes führen. Die DOI aufrufen.";
    }
  },
  metadata: (fields) => `Der Nachweis weicht von der Literaturangabe ab: ${fields.join("; ")}.`,
  metadataField: (name, record, reference) => `${name} „${record}“, in der Angabe „${reference}“`,
  retracted: (date, notice, manner, citing) =>
    `Das Werk wurde ${on(date)}${gone(manner)}${bracketed(notice)}${citing === null ? "" : `, bevor diese Arbeit erschien (${citing})`}.`,
  retractedSince: (date, citing, notice, manner) =>
    `Später ${gone(manner)}: Das Werk wurde ${on(date)}${gone(manner)}${bracketed(notice)}, nachdem diese Arbeit erschienen war (${citing}).`,
  retractedUndated: (date, citing, notice, manner) =>
    `Das Werk wurde ${on(date)}${gone(manner)}${bracketed(notice)}; ob bevor oder nachdem diese Arbeit erschien, ist nicht bekannt${citing === null ? "" : ` (diese Arbeit: ${citing})`}.`,
  retractedAndReplaced: (date, notice) =>
    `Das Werk wurde ${on(date)}zurückgezogen und ersetzt${bracketed(notice)}; unter derselben Kennung gibt es eine berichtigte Fassung.`,
  updated: (update, date, notice) =>
    `${UPDATED[update]}${date === null ? "" : ` (${date})`}${bracketed(notice)}; ${TO_DO[update]}.`,
  changedSince: (claim, latest, version) =>
    `Die zitierte Fassung sagt ${claim}; an derselben Stelle sagt die neueste (${version}) ${latest}.`,
  identifierOfAnotherWork: (identifier, title) =>
    `Die Kennung ${identifier} gehört zu einem anderen Werk: „${title}“.`,
  notFound: "Die Quelle bestätigt es nicht und widerspricht nicht.",
  anotherSubject: (missing, elsewhere) =>
    `Die Quelle erwähnt ${list(missing.map((word) => `„${word}“`))} nirgends; ${elsewhere} erwähnt es.`,
  nameBesideDiffers: (sentence, entry) => `Der Satz nennt ${sentence}, die Literaturangabe aber ${entry}.`,
  yearBesideDiffers: (sentence, entry) =>
    `Der Satz nennt das Jahr ${sentence}, die Literaturangabe aber ${entry}.`,
  seemsAboutSomethingElse: (title) =>
    `Nach Titel und Zusammenfassung scheint es in „${title}“ um etwas anderes zu gehen.`,
  nearestSentence: (sentence) => `Der nächstliegende Satz der Zusammenfassung: „${sentence}“`,
  betterEntry: (number, title) => `Literaturangabe ${number}, „${title}“, passt besser.`,
  fitsNothing: "Auch zum Artikel und zum Rest der Literaturliste scheint es keinen Bezug zu haben.",
  onlyInCrowd: (works) => `Es wird nur in Gruppen von mindestens ${works} Werken zitiert.`,
  evidenceWeak: "Die gefundenen Textstellen sind nicht eindeutig.",
  modelFindsSupport: (model) => `Nach den gezeigten Textstellen sagt die Quelle es so (${model}).`,
  modelFindsContradiction: (model) =>
    `Nach den gezeigten Textstellen sagt die Quelle etwas anderes (${model}).`,
  modelFindsContradictionAs: (model, rationale) =>
    `Nach den gezeigten Textstellen sagt die Quelle etwas anderes (${model}): ${rationale}`,
  modelUndecided: (model) => `Anhand der gezeigten Textstellen konnte ${model} es nicht entscheiden.`,
  votes: (shown, of) => `${number(shown)} von ${number(of)} Stimmen.`,
  secondHand: (first) => `Aus zweiter Hand: Die Quelle selbst belegt dies mit ${first}.`,
  leftOut: (source) => `Im Satz fehlt „${source}“.`,
  became: (source, sentence) => `In der Quelle steht „${source}“, im Satz „${sentence}“.`,
  abstractOnly: "Nur die Zusammenfassung konnte gelesen werden.",
  passagesOnly: "Nur einzelne Stellen der Quelle konnten gelesen werden.",
  perfunctory: "Das Werk wird nur beiläufig genannt; es existiert und gehört zum Thema.",
  witnessesSaySo: (witnesses, statement) =>
    `Die Quelle konnte nicht gelesen werden; ${papers(witnesses)} ${form(witnesses, { one: "sagt", other: "sagen" })} dasselbe über sie: „${statement}“`,
  witnessesSayOtherwise: (witnesses, statement) =>
    `Die Quelle konnte nicht gelesen werden; ${papers(witnesses)} ${form(witnesses, { one: "sagt", other: "sagen" })} etwas anderes über sie: „${statement}“`,
  noWitness: "Es gibt keine verwendbare Arbeit, die sie zitiert.",
  witnessesUndecided: (witnesses, why) =>
    `Die Quelle konnte nicht gelesen werden, und ${papers(witnesses)} ${form(witnesses, { one: "ist", other: "sind" })} nicht eindeutig: ${why}`,
  notLookedUp: "Noch nicht geprüft. Schlagen Sie dafür die Literaturangaben nach.",
  notChecked: (why) => `Nicht geprüft: ${why}`,
  entryChosen: (entries) =>
    `Der Verweis passt zu ${count(entries, { one: "Literaturangabe", other: "Literaturangaben" })}; diese hat ein KI-Modell ausgewählt.`,
  readFromImage: (page) =>
    `Seite ${page} hat ein KI-Modell von ihrem Bild abgelesen; Wörter können falsch gelesen sein.`,
};

const retracted = (manner: RetractionManner): string =>
  manner === "withdrawn" ? "Zurückgenommen" : "Zurückgezogen";
/** ` 2021`. */
const year = (date: string | null): string => (date === null ? "" : ` ${date.slice(0, 4)}`);

export const headlineWords: Messages["headline"] = {
  numberDiffers: (claim, source) => `Hier ${claim}, in der Quelle ${source}`,
  wordDiffers: (claim, source) => `Hier „${claim}“, in der Quelle „${source}“`,
  sentenceDenies: (claim) => `Der Satz sagt „${claim}“, die Quelle nicht`,
  sourceDenies: (source) => `Die Quelle sagt „${source}“, der Satz nicht`,
  negationDiffers: "Quelle und Satz unterscheiden sich in einer Verneinung",
  hedgeDropped: (source) => `Die Quelle ist vorsichtiger: „${source}“`,
  causalUpgrade: "Hier eine Ursache, in der Quelle ein Zusammenhang",
  authorDiffers: (claim, record) => `Hier ${claim}, im Nachweis ${record}`,
  noRecord: "Zu diesem Werk wurde kein Nachweis gefunden",
  notCheckable: "Hier nicht prüfbar",
  fieldDiffers: (name, here, record) => `${name}: hier ${here}, im Nachweis ${record}`,
  fieldsDiffer: (names) =>
    `${list(names)} ${form(names.length, { one: "weicht", other: "weichen" })} vom Nachweis ab`,
  retracted: (date, citing, manner) =>
    `${retracted(manner)}${year(date)}${citing === null ? "" : `, zitiert${year(citing)}`}`,
  retractedSince: (date, citing, manner) =>
    `${retracted(manner)}${year(date)}, nach Erscheinen dieses Artikels (${citing.slice(0, 4)})`,
  retractedUndated: (date, manner) =>
    `${retracted(manner)}${year(date)}; ob dieser Artikel früher erschien, ist nicht bekannt`,
  replaced: "Zurückgezogen und durch eine berichtigte Fassung ersetzt",
  updated: (update, date) => `${UPDATED[update]}${year(date)}`,
  changedSince: (claim, latest) => `${claim} in der zitierten Fassung, ${latest} in der neuesten`,
  concern: "Die Zeitschrift hat Bedenken geäußert",
  anotherWork: "Die Kennung gehört zu einem anderen Werk",
  sourceAgrees: "Die Quelle sagt es so",
  similarPassage: "Eine ähnliche Textstelle: bitte lesen",
  figuresDiffer: (claim, source) => `Die Zahlen unterscheiden sich: hier ${claim}, dort ${source}`,
  numberMissing: (claim) => `${claim} steht nirgends in der Quelle`,
  quotationFound: "Das Zitat steht wörtlich in der Quelle",
  quotationAltered: (claim, source) =>
    claim === ""
      ? `Im Zitat fehlt „${source}“`
      : source === ""
        ? `Das Zitat fügt „${claim}“ hinzu`
        : `Zitiert als „${claim}“, in der Quelle „${source}“`,
  quotationMissing: "Das Zitat steht nicht im Text der Quelle",
  abstractAgrees: "Die Zusammenfassung sagt es so",
  notInSource: "Die Quelle sagt dazu nichts",
  notInAbstract: "Die Zusammenfassung sagt dazu nichts",
  openInSource: "Die gefundenen Textstellen klären es nicht",
  openInAbstract: "Die Zusammenfassung klärt es nicht",
  anotherSubject: (missing) => `Die Quelle erwähnt ${list(missing.map((word) => `„${word}“`))} nirgends`,
  modelUndecided: (model) => `${model} konnte es nicht entscheiden`,
  secondHand: "Die Quelle hat dies aus einem anderen Werk",
  nameBesideDiffers: "Der Satz nennt andere Autoren",
  yearBesideDiffers: (sentence, entry) => `Der Satz nennt ${sentence}, die Literaturangabe ${entry}`,
  seemsAboutSomethingElse: "Scheint von etwas anderem zu handeln",
  abstractOnly: "Nur die Zusammenfassung war lesbar",
  passagesOnly: "Nur einzelne Stellen der Quelle waren lesbar",
  perfunctory: "Nur beiläufig genannt; das Werk existiert und gehört zum Thema",
  modelAgrees: (model) => `Laut ${model} sagt die Quelle es so`,
  modelDisagrees: (model) => `Laut ${model} sagt die Quelle etwas anderes`,
  witnessesAgree: (n) =>
    `${count(n, { one: "zitierende Arbeit sagt", other: "zitierende Arbeiten sagen" })} dasselbe`,
  witnessesDisagree: (n) =>
    `${count(n, { one: "zitierende Arbeit sagt", other: "zitierende Arbeiten sagen" })} etwas anderes`,
  witnessesUndecided: "Arbeiten, die sie zitieren, klären es nicht",
  noText: "Die Quelle war nicht lesbar",
  notLookedUp: "Diese Literaturangabe wurde noch nicht nachgeschlagen",
  notIdentified: "Das zitierte Werk ist noch nicht bestimmt",
  notMapped: "Kein Eintrag des Literaturverzeichnisses passt zu diesem Verweis",
  notCompared: "Nicht mit der Quelle verglichen",
  entryFound: "Das Werk wurde gefunden; der Eintrag stimmt mit dem Nachweis überein",
  entryOpen: "Die Nachweise lassen offen, welches Werk gemeint ist",
};
