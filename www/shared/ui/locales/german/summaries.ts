/** What the steps of a trail came to, in German. */

import type { Messages } from "../messages";

export const summary: Messages["summary"] = {
  "a sentence of the source repeats the claim nearly word for word":
    "Ein Satz der Quelle wiederholt die Aussage fast wörtlich.",
  "a sentence of the source that is nearly the claim says otherwise, and no other takes it back":
    "Ein Satz der Quelle, der der Aussage fast gleicht, sagt etwas anderes, und kein anderer nimmt es zurück.",
  "a window of the source entails the claim with its neighbours":
    "Eine Textstelle der Quelle bestätigt die Aussage mit ihren Nachbarsätzen.",
  "the whole source lacks a number of the claim": "In der Quelle fehlt eine Zahl der Aussage.",
  "what it quotes is not what the source says": "Das Zitat ist nicht das, was in der Quelle steht.",
  "One of them was chosen before, and is asked about.": "Diese Literaturangabe wurde zuvor ausgewählt.",
  "a sentence of the source on the same matter says otherwise, and no other takes it back":
    "Ein Satz der Quelle zum selben Sachverhalt sagt etwas anderes, und kein anderer Satz nimmt das zurück.",
  "a sentence of the source says the same in every respect that was compared":
    "Ein Satz der Quelle sagt in allen verglichenen Punkten dasselbe.",
  "a window of the source contradicts the claim": "Eine Textstelle der Quelle widerspricht der Aussage.",
  "a window of the source entails the claim": "Eine Textstelle der Quelle bestätigt die Aussage.",
  "named in passing: judged by topic only": "Nur beiläufig genannt: nur das Thema wurde verglichen.",
  "no sentence of the source shares the claim's words":
    "Kein Satz der Quelle hat Wörter mit der Aussage gemeinsam.",
  "not checked": "Nicht geprüft.",
  "nothing can be shown for it": "In der Quelle gibt es dafür nichts zu zeigen.",
  "nothing found decides": "Nichts Gefundenes ist eindeutig.",
  "title and abstract of the work are far from the sentence and from the article":
    "Titel und Zusammenfassung des Werks stehen dem Satz und dem Artikel fern.",
  "the whole source lacks the claim's words; another source of the list holds them":
    "In der Quelle fehlen die Wörter der Aussage; eine andere Quelle der Liste enthält sie.",
  "what the endpoint was asked for this claim": "Was das KI-Modell zu dieser Aussage gefragt wurde.",
  "which entry is meant is not sure enough to object":
    "Es ist nicht sicher genug, welche Literaturangabe gemeint ist.",
  "words that may be misread are not sure enough to object":
    "Wörter, die falsch gelesen sein können, sind nicht sicher genug.",
  "“{surface}” links to entry {number} of the reference list.":
    "„{surface}“ ist mit Literaturangabe {number} verlinkt.",
  "“{surface}” matches entry {number} of the reference list.":
    "„{surface}“ passt zu Literaturangabe {number}.",
  "“{surface}” fits an entry of the reference list, but its own link leads elsewhere.":
    "„{surface}“ passt zu einer Literaturangabe, aber der Link führt woandershin.",
  "“{surface}” fits {count} entries of the reference list.": "„{surface}“ passt zu {count} Literaturangaben.",
  "“{surface}” fits {count} or more entries of the reference list.":
    "„{surface}“ passt zu {count} oder mehr Literaturangaben.",
  "“{surface}” fits no entry of the reference list.": "„{surface}“ passt zu keiner Literaturangabe.",
  "{model} ({prompt}): {came_to}": "{model} ({prompt}): {came_to}",
  "{model} ({prompt}): {came_to} (tokens estimated)": "{model} ({prompt}): {came_to} (Tokens geschätzt)",
  "entry {number} of the reference list is meant, going by “{quote}”":
    "gemeint ist Literaturangabe {number}, nach „{quote}“",
  "the words do not tell which of them is meant": "aus dem Wortlaut geht nicht hervor, welche gemeint ist",
  "no majority for any of them": "keine Mehrheit für eine davon",
  "{reason}; the citation stays ambiguous": "{reason}; das Zitat bleibt mehrdeutig",
  "Matched to “{title}” in {source}; {fields}.": "Zugeordnet: „{title}“ in {source}; {fields}.",
  "Matched to “{title}” in {source}; {fields}. Another article of this title was retracted, withdrawn or put in doubt{place}.":
    "Zugeordnet: „{title}“ in {source}; {fields}. Ein anderer Artikel mit diesem Titel wurde zurückgezogen oder angezweifelt{place}.",
  "no field differs": "alle Felder stimmen überein",
  "1 field differs": "1 Feld weicht ab",
  "{count} fields differ": "{count} Felder weichen ab",
  "{asked} answered; {count} records fit only in part.":
    "Geantwortet: {asked}; {count} Nachweise passen nur teilweise.",
  "{asked} answered; no record fits.": "Geantwortet: {asked}; kein Nachweis passt.",
  "No source": "keine Datenbank",
  "Not resolved: {reason}.": "Nicht nachgeschlagen: {reason}.",
  "The entry is {identifier} alone, in {source} that of “{title}”.":
    "Die Angabe besteht nur aus {identifier}; {source} führt darunter „{title}“.",
  "The entry is {identifier} alone, which leads to a record with another identifier.":
    "Die Angabe besteht nur aus {identifier} und führt zu einem Nachweis mit anderer Kennung.",
  "The entry is {identifier} alone, which neither its registrar nor an index knows: {asked}.":
    "Die Angabe besteht nur aus {identifier}; weder die Registrierungsstelle noch eine Datenbank kennt sie: {asked}.",
  "Read {extent} in {origin}: {identity}.": "Gelesen: {extent} in {origin}; {identity}.",
  "the full text": "Volltext",
  "what could be read of the full text, of which parts are missing,": "Volltext mit Lücken",
  "the abstract": "Zusammenfassung",
  passages: "Textstellen",
  "its identifier is the record's": "die Kennung stimmt mit dem Nachweis überein",
  "its title is the record's": "der Titel stimmt mit dem Nachweis überein",
  "Read the abstract in {source}.": "Gelesen: Zusammenfassung in {source}.",
  "No readable text was found.": "Kein lesbarer Text gefunden.",
  "No text was taken: {reason}.": "Kein Text verwendet: {reason}.",
  "Sent the claim to {name}, which answered with passages of the work.":
    "Aussage an {name} gesendet; Antwort: Textstellen des Werks.",
  "Sent the claim to {name}, which has no passage of the work for it.":
    "Aussage an {name} gesendet; dazu gibt es dort keine Textstelle des Werks.",
  "Sent the claim to {name}: {reason}.": "Aussage an {name} gesendet: {reason}.",
  "{kept} of {all} passages kept ({rankings})": "{kept} von {all} Absätzen ausgewählt ({rankings}).",
  "ranked by {model}": "geordnet von {model}",
  "word ranks and {model} fused, no cross-encoder":
    "geordnet nach gemeinsamen Wörtern und {model}, ohne Cross-Encoder",
  "word ranks only: no bi-encoder is loaded":
    "geordnet nur nach gemeinsamen Wörtern; kein Embedding-Modell geladen",
  "{kept} of {all} windows kept, nearest first":
    "{kept} von {all} Ausschnitten ausgewählt, die ähnlichsten zuerst.",
  "{model} compared the claim with {sentences} sentences and {windows} windows":
    "{model} hat die Aussage mit {sentences} Sätzen und {windows} Ausschnitten verglichen.",
  "{count} windows compared once more with the neighbouring sentences":
    "{count} Ausschnitte noch einmal mit den Nachbarsätzen der Aussage verglichen.",
  "nearest sentence": "Ähnlichster Satz",
  "agrees in {kinds}": "stimmt überein bei: {kinds}",
  "differs in {kinds}": "weicht ab bei: {kinds}",
  "is unclear in {kinds}": "unklar bei: {kinds}",
  number: "Zahlen",
  direction: "Richtung",
  negation: "Verneinung",
  entity: "Namen",
  scope: "Geltungsbereich",
  causal: "Ursache und Wirkung",
  hedge: "Vorsicht der Formulierung",
  "quotation “{words} …” is in the source word for word":
    "Das Zitat „{words} …“ steht wörtlich in der Quelle.",
  "quotation “{words} …” is in the source with other words":
    "Das Zitat „{words} …“ steht in der Quelle mit anderen Wörtern.",
  "quotation “{words} …” is nowhere in the source": "Das Zitat „{words} …“ steht nirgends in der Quelle.",
  "one sentence of the source states it, with a citation of another work":
    "Ein Satz der Quelle sagt es und verweist dafür auf ein anderes Werk.",
  "{count} sentences of the source state it, each with a citation of another work":
    "{count} Sätze der Quelle sagen es und verweisen dafür jeweils auf ein anderes Werk.",
  "“{text}” says too little to be looked up": "„{text}“ sagt zu wenig, um nachgeschlagen zu werden.",
  "the record's notice is older than this paper": "Der Hinweis ist älter als dieser Artikel.",
  "The nearest record, “{title}”, is another work.":
    "Der ähnlichste Nachweis, „{title}“, ist ein anderes Werk.",
  "No record is anywhere near.": "Kein Nachweis ist ähnlich.",
  "“{claimed}” is neither among the record's authors nor in the entry.":
    "„{claimed}“ steht weder bei den Autoren des Nachweises noch in der Literaturangabe.",
  "no majority": "keine Mehrheit",
  "the passages do not tell": "die Textstellen lassen es offen",
  "supported, but a sentence that is nearly the claim differs":
    "gestützt, aber ein Satz, der die Aussage fast wiederholt, weicht ab",
  "its quote stands in no passage": "das angeführte Zitat steht in keiner Textstelle",
  supported: "gestützt",
  contradicted: "widersprochen",
  unclear: "unklar",
  "{by}: {came_to}": "{by}: {came_to}",
  "{question}: {how}": "{question} ({how})",
  "suggested by signals": "nach dem Vergleich vermutet",
  "by rule": "nach Regel",
  "could a reader find the right work and author from this reference?":
    "Führt diese Angabe zum richtigen Werk und Autor?",
  "is the source disqualified as evidence?": "Scheidet die Quelle als Beleg aus?",
  "read in context, does it say this?": "Sagt die Quelle das im Zusammenhang?",
  "is a valid result applied outside its population, setting, task?":
    "Wird ein gültiges Ergebnis auf andere Gruppen, Umstände oder Aufgaben übertragen?",
  "is the strength or kind of evidence as claimed?": "Ist der Beleg so stark und von der Art wie behauptet?",
  "no question is failed: nothing is wrong that could be named": "kein Fehler, der sich benennen ließe",
  "none of the categories for sure": "keine der Kategorien mit Sicherheit",
  "{count} papers that cite “{title}” were heard, named by {sources}":
    "{count} Arbeiten, die „{title}“ zitieren, wurden gelesen; genannt von {sources}",
  "of {quoted} only sentences that an index quotes, their texts were not read":
    "von {quoted} davon nur Sätze, die eine Datenbank anführt",
  "of {unknown} a percentile is not known and counts {share} (table of {date})":
    "für {unknown} davon fehlt ein Perzentil, es zählt als {share} (Tabelle vom {date})",
  "the committee decides": "Die zitierenden Arbeiten entscheiden.",
  "the committee abstains: {clauses}": "Die zitierenden Arbeiten entscheiden nichts: {clauses}.",
  "what the sentence attributes to the source could not be told":
    "es ist unklar, was der Satz der Quelle zuschreibt",
  "too few papers that cite it could be heard": "zu wenige Arbeiten, die sie zitieren, waren lesbar",
  "none of them carries any weight": "keine davon hat Gewicht",
  "what they say decides neither way": "ihre Aussagen weisen in keine Richtung",
  "they disagree": "sie sind uneinig",
  "what they say is not sure enough": "ihre Aussagen sind nicht sicher genug",
  "others who might say otherwise could not be heard":
    "andere, die etwas anderes sagen könnten, waren nicht lesbar",
};
