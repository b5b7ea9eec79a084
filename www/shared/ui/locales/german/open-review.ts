/** OpenReview, in German. */

import type { Messages } from "../messages";
import { count, decimal, form, list, number } from "./general";
import { field } from "./labels";

const yearOf = (year: number | null): string => (year === null ? "" : ` (${year})`);

export const openReviewWords: Messages["openReview"] = {
  label: "Citelight",
  unreadable: "die Datei konnte nicht gelesen werden",
  checkPaper: "Verweise der Einreichung prüfen",
  opening: "Das PDF wird geholt …",
  notOpened: (reason) =>
    `Das PDF konnte nicht abgerufen werden (${reason}). Versuchen Sie es später noch einmal.`,
  found: (n, replies) =>
    n === 0
      ? "Die Gutachten und Kommentare, die hier stehen, schlagen keine Literatur vor, die sich nachschlagen ließe."
      : `${count(n, { one: "vorgeschlagenes Werk", other: "vorgeschlagene Werke" })} in ${count(replies, { one: "Gutachten oder Kommentar", other: "Gutachten und Kommentaren" })}.`,
  unreadReplies: {
    "first-api": "Gutachten und Kommentare in Foren dieser älteren Art liest Citelight nicht.",
    chat: "Antworten in der Chat-Ansicht liest Citelight nicht. Öffnen Sie eine andere Registerkarte des Forums und klicken Sie dann noch einmal auf die Citelight-Schaltfläche.",
  },
  assignment: {
    title: "Eine Zuteilung prüfen",
    about:
      "Vergleicht in diesem Browser die Arbeiten einer begutachtenden Person mit Titel und Zusammenfassung oben. OpenReview wird mit Ihrer Anmeldung nach dem Profil, dessen Arbeiten und dem Wert der Tagung gefragt: höchstens vier Anfragen. Nach den Verfassern einer anonymen Einreichung wird nicht gesucht.",
    reviewer: "Profil der begutachtenden Person (leer: Ihr eigenes)",
    years: "Jahre",
    check: "Zuteilung prüfen",
    asking: "OpenReview wird gefragt …",
    asked: (calls) =>
      calls === 0
        ? "Aus früheren Antworten von OpenReview; es wurde nicht noch einmal gefragt."
        : `OpenReview wurde ${form(calls, { one: "einmal", other: `${number(calls)}-mal` })} gefragt.`,
    noId: "Eine Profilkennung sieht aus wie ~Vorname_Nachname1.",
    nobody: "Ein solches Profil ist hier nicht zu lesen.",
    signIn: "OpenReview zeigt das nicht ohne Anmeldung.",
    failed: (reason) =>
      `Die Anfrage an OpenReview schlug fehl (${reason}). Versuchen Sie es später noch einmal.`,
    noAnswer: "keine Antwort",
    fit: (name, papers) => `Passung von ${name}, nach ${count(papers, { one: "Arbeit", other: "Arbeiten" })}`,
    noPapers: "Das Profil nennt keine Arbeit, die hier zu lesen ist.",
    mean: "Mittel aller Arbeiten",
    best: "Nächste Arbeit",
    meaning: "Nach der Bedeutung (Einbettungen)",
    words: "Nach den Wörtern (TF-IDF)",
    noModel: (reason) => `Nicht nach der Bedeutung verglichen: ${reason}`,
    venueScore: (score) => `Der Wert der Tagung (Affinity_Score): ${decimal(score)}.`,
    venueNone: {
      none: "Die Tagung hat für dieses Paar keinen eigenen Wert.",
      hidden: "Der Wert der Tagung ist mit Ihren Rechten nicht zu lesen.",
    },
    nearest: "Nächste Arbeiten",
    paper: (title, year) => `${title}${yearOf(year)}`,
    numbers: (meaning, byWords) =>
      meaning === null
        ? `nach den Wörtern ${decimal(byWords)}`
        : `nach der Bedeutung ${decimal(meaning)}, nach den Wörtern ${decimal(byWords)}`,
    conflicts: "Interessenkonflikte",
    hidden:
      "Die Verfasser sind nicht für alle sichtbar; darum wurde nicht nach Interessenkonflikten gesucht.",
    noConflict: "Keine gefunden.",
    authorsCut:
      "Die Seite zeigt nur die ersten Verfasser, und nur diese wurden verglichen. Blenden Sie alle ein und klicken Sie dann noch einmal auf die Citelight-Schaltfläche.",
    scope: (papers, since, authors) =>
      `Angesehen: ${count(papers, { one: "Arbeit", other: "Arbeiten" })} auf gemeinsame Verfasser seit ${since} und die Einrichtungen von ${count(authors, { one: "Verfasser, dessen öffentliches Profil eine nennt", other: "Verfassern, deren öffentliches Profil eine nennt" })}. Abgekürzte Vornamen werden nicht verglichen.`,
    isAuthor: (author) => `${author} hat die Einreichung mitverfasst`,
    together: (author, paper, year) =>
      `Schrieb „${paper}“ (${year === null ? "Jahr unbekannt" : String(year)}) mit ${author}`,
    institution: (author, domain) => `Dieselbe Einrichtung wie ${author}: ${domain}`,
  },
  column: "Verweise",
  queue: (done, all) =>
    `${number(done)} von ${count(all, { one: "Einreichung", other: "Einreichungen" })} geprüft.`,
  queueHint:
    "Eine Einreichung nach der anderen, in diesem Browser: Jedes PDF wird einmal geholt, wenn es an der Reihe ist. Lassen Sie diese Seite offen; was geprüft ist, bleibt, und der Rest kann an einem anderen Tag geprüft werden.",
  start: "Einreichungen prüfen",
  resume: "Fortsetzen",
  pause: "Pause",
  running: "Wird geprüft",
  throttled: "OpenReview bittet zu warten. Setzen Sie in einer halben Stunde fort.",
  unknownPage:
    "Diese Seite von OpenReview liest Citelight nicht. Öffnen Sie das PDF einer Einreichung und klicken Sie dort.",
  cell: {
    waiting: "nicht begonnen",
    reading: "wird gelesen",
    noCitations: "keine Verweise gefunden",
    notRead: "nichts lesbar",
    notReadHint:
      "Keine Quelle eines Verweises war lesbar: Ist in der Seitenleiste „Literaturangaben im Netz nachschlagen“ angekreuzt?",
    failed: "nicht prüfbar",
    review: (n) => `${number(n)} zu prüfen`,
    clean: "bisher nichts zu prüfen",
    share: (read, all) => `${number(read)} von ${count(all, { one: "Verweis", other: "Verweisen" })} gelesen`,
    opens: (title) => `Öffnet die Prüfung der Verweise von „${title}“`,
  },
  suggested: "Vorgeschlagene Literatur",
  suggestedHint:
    "Nur die Einträge oben werden an wissenschaftliche Verzeichnisse gesendet. Wie nah sie der Einreichung stehen, wird in diesem Browser berechnet.",
  check: (n) => `${count(n, { one: "Literaturangabe", other: "Literaturangaben" })} prüfen`,
  checking: "Wird nachgeschlagen …",
  comparing: "Wird mit der Einreichung verglichen …",
  notAllowed:
    "Niemand wurde gefragt: Das Nachschlagen ist ausgeschaltet. Kreuzen Sie in der Seitenleiste „Literaturangaben im Netz nachschlagen“ an, und prüfen Sie dann noch einmal.",
  endedEarly: (reason) => `Das Nachschlagen endete vorzeitig: ${reason}`,
  exists: (title, year) => `Gefunden: ${title}${yearOf(year)}.`,
  retracted: "Das Werk wurde zurückgezogen.",
  concern: "Die Zeitschrift hat Bedenken zu dem Werk geäußert.",
  differs: (fields) => `Das Gutachten weicht vom Nachweis ab: ${list(fields.map((one) => field[one]))}.`,
  ghost: (asked) =>
    `Kein Nachweis gefunden in ${list(asked)}. Vielleicht gibt es das Werk unter einem anderen Titel; fragen Sie nach.`,
  ambiguous: "Mehrere Werke passen. Das Gutachten sagt nicht, welches gemeint ist.",
  unknown: (reason) => `Offen geblieben: ${reason}`,
  notRead: "War nicht als Literaturangabe zu lesen.",
  itself:
    "Das scheint die Einreichung selbst zu sein. Ihre Verfasser sind hier verborgen, darum wird von ihrem Nachweis nichts gezeigt.",
  nearness: {
    near: "Der Einreichung nah",
    some: "Der Einreichung etwas nah",
    far: "Der Einreichung fern",
  },
  relevance: (nearness, cosine, basis) =>
    `${nearness}: ${decimal(cosine)}, der Kosinus von ${basis} (1: derselbe Text, 0: nichts gemeinsam).`,
  bases: {
    both: "Titel und Zusammenfassung",
    title: "Titeln allein, da eine Zusammenfassung fehlt",
  },
  notCompared: (reason) => `Nicht mit der Einreichung verglichen: ${reason}`,
  ownWork: (name) => `${name} hat dies unterzeichnet und das Werk mitverfasst.`,
};
