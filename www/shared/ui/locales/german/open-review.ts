/** OpenReview, in German. */

import type { ExtensionMessages } from "../messages";
import { count, decimal, list, number, percent, sources } from "./general";
import { field } from "./labels";

const yearOf = (year: number | null): string => (year === null ? "" : ` (${year})`);

export const openReviewWords: ExtensionMessages["openReview"] = {
  label: "Citelight",
  unreadable: "die Datei konnte nicht gelesen werden",
  checkPaper: "Verweise der Einreichung prüfen",
  opening: "PDF wird abgerufen …",
  noViewer:
    "Chrome zeigt die PDF-Ansicht nicht in privaten Fenstern. Öffnen Sie diese Seite in einem normalen Fenster, um die Arbeit zu prüfen.",
  notOpened: (reason) =>
    `Das PDF konnte nicht abgerufen werden (${reason}). Versuchen Sie es später noch einmal.`,
  found: (n, replies) =>
    n === 0
      ? "Die Gutachten und Kommentare auf dieser Seite schlagen keine Literatur vor, die sich nachschlagen lässt."
      : `${count(n, { one: "vorgeschlagenes Werk", other: "vorgeschlagene Werke" })} in ${count(replies, { one: "Gutachten oder Kommentar", other: "Gutachten und Kommentaren" })}.`,
  unreadReplies: {
    "first-api": "Citelight kann Gutachten und Kommentare in älteren OpenReview-Foren nicht lesen.",
  },
  repliesToCome: "Die Seite lädt ihre Gutachten und Kommentare noch.",
  assignment: {
    title: "Zuteilung prüfen",
    about:
      "Vergleicht in diesem Browser die Arbeiten einer begutachtenden Person mit Titel und Zusammenfassung oben. Mit Ihrer Anmeldung fragt Citelight OpenReview nach dem Profil, dessen Arbeiten sowie nach Wert und Konflikten laut Tagung: höchstens acht Anfragen. Nach verborgenen Verfassern wird niemand gefragt.",
    reviewer: "Profil der begutachtenden Person (leer für Ihr eigenes)",
    years: "Jahre, die für Konflikte zählen",
    elsewhere:
      "Auch Arbeiten aus DBLP und OpenAlex nutzen, wenn das Profil eine DBLP-Seite oder eine ORCID iD nennt (beide erfahren, wessen Arbeiten Sie nachschlagen)",
    fromElsewhere: (papers) =>
      papers === 0
        ? "DBLP und OpenAlex führen keine weiteren Arbeiten."
        : `${count(papers, { one: "Arbeit steht", other: "Arbeiten stehen" })} nur bei DBLP oder OpenAlex.`,
    namesNoList: "Das Profil nennt weder eine DBLP-Seite noch eine ORCID iD.",
    check: "Jetzt prüfen",
    asking: "OpenReview wird gefragt …",
    asked: (calls) =>
      calls === 0
        ? "Aus früheren Antworten; OpenReview wurde nicht noch einmal gefragt."
        : `${count(calls, { one: "Anfrage", other: "Anfragen" })} an OpenReview.`,
    noId: "Eine Profilkennung sieht aus wie ~Vorname_Nachname1.",
    nobody: "Dieses Profil gibt es nicht, oder es ist für Sie nicht sichtbar.",
    signIn: "Melden Sie sich bei OpenReview an, um das zu sehen.",
    challenge:
      "OpenReview will erst prüfen, ob Sie ein Mensch sind. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
    reveal:
      "Die Verfasser nach den Namen vergleichen, die OpenReview Ihnen zeigt (in diesem Browser; nach ihnen wird niemand gefragt)",
    failed: (reason) => `OpenReview hat nicht geantwortet (${reason}). Versuchen Sie es später noch einmal.`,
    noAnswer: "keine Antwort",
    fit: (name, papers) => `Passung von ${name}, nach ${count(papers, { one: "Arbeit", other: "Arbeiten" })}`,
    noPapers: "Das Profil nennt keine Arbeiten, die Sie sehen können.",
    mean: "Mittelwert aller Arbeiten",
    nearestTwo: "Mittelwert der zwei ähnlichsten",
    best: "Ähnlichste Arbeit",
    meaning: "Nach der Bedeutung (Einbettungen)",
    words: "Nach den Wörtern (TF-IDF)",
    likely: "Wahrscheinlich passend.",
    expertise: (three, four, ratings) =>
      `In einer Studie schätzten Gutachter mit ähnlicher Passung ihre Sachkenntnis in ${percent(three)} von ${number(ratings)} Fällen auf mindestens 3 von 5, in ${percent(four)} auf mindestens 4.`,
    noModel: (reason) => `Nicht nach der Bedeutung verglichen: ${reason}`,
    venueScore: (score) => `Der Wert der Tagung: ${decimal(score)}.`,
    venueNone: {
      none: "Die Tagung hat für dieses Paar keinen Wert.",
      hidden: "Der Wert der Tagung ist für Sie nicht sichtbar.",
      unnamed: "Die Tagung nennt keinen eigenen Wert.",
      "first-api": "Ältere OpenReview-Foren haben keinen Wert, den Citelight lesen kann.",
    },
    venueConflict: "Die Tagung hat für dieses Paar einen Interessenkonflikt vermerkt.",
    nearest: "Ähnlichste Arbeiten",
    paper: (title, year) => `${title}${yearOf(year)}`,
    numbers: (meaning, byWords) =>
      meaning === null
        ? `nach den Wörtern ${decimal(byWords)}`
        : `nach der Bedeutung ${decimal(meaning)}, nach den Wörtern ${decimal(byWords)}`,
    conflicts: "Interessenkonflikte",
    hidden: "Interessenkonflikte wurden nicht geprüft, weil die Verfasser nicht für alle sichtbar sind.",
    mayReveal:
      "Interessenkonflikte wurden nicht geprüft, weil die Verfasser nicht für alle sichtbar sind. Sie sehen sie: Mit dem Kästchen oben werden sie in diesem Browser verglichen.",
    byRevealed:
      "Nach den Namen, die OpenReview Ihnen zeigt; andere sehen sie nicht. Nach diesen Verfassern wurde niemand gefragt; von ihren Einrichtungen sind nur die auf der Seite bekannt.",
    noConflict: "Keine gefunden.",
    authorsCut:
      "Die Seite zeigt nur die ersten Verfasser; nur diese wurden verglichen. Blenden Sie alle ein und klicken Sie dann noch einmal auf Citelight.",
    scope: (papers, since, authors) =>
      `Verglichen: die Mitverfasser von ${count(papers, { one: "Arbeit", other: "Arbeiten" })}, Beziehungen und Einrichtungen seit ${since}; Einrichtungen sind von ${count(authors, { one: "Verfasser", other: "Verfassern" })} bekannt. Namen mit abgekürzten Vornamen werden nicht verglichen.`,
    isAuthor: (author) => `${author} hat die Einreichung mitverfasst`,
    together: (author, paper, year) =>
      `Gemeinsame Arbeit mit ${author}: „${paper}“ (${year === null ? "Jahr unbekannt" : String(year)})`,
    togetherByName: (author, paper, year) =>
      `Vielleicht gemeinsam mit ${author}, nur dem Namen nach: „${paper}“ (${year === null ? "Jahr unbekannt" : String(year)})`,
    institution: (author, domain, until, isDated) =>
      `Dieselbe Einrichtung wie ${author}: ${domain}${until === null ? (isDated ? "" : " (Profile ohne Zeitangabe)") : ` (bis ${until})`}`,
    relation: (author, relation, until) => `${author}: ${relation}${until === null ? "" : ` (bis ${until})`}`,
  },
  column: "Verweise",
  queue: (done, all) =>
    `${number(done)} von ${count(all, { one: "Einreichung", other: "Einreichungen" })} geprüft.`,
  queueHint:
    "Prüft eine Einreichung nach der anderen in diesem Browser. Jedes PDF wird einmal abgerufen. Lassen Sie diese Seite geöffnet. Ergebnisse werden gespeichert; Sie können an einem anderen Tag fortfahren.",
  byPolicy: (policy) => `Probleme werden nach ${policy} gezählt.`,
  noSubmissions: "Öffnen Sie einen Tab, der Einreichungen auflistet.",
  otherPages: (n) =>
    `${count(n, { one: "Einreichung", other: "Einreichungen" })} auf anderen Seiten ließen sich nicht auflisten. Öffnen Sie diese Seiten, um sie einzubeziehen.`,
  checkAgain: (n) =>
    `${count(n, { one: "Einreichung", other: "Einreichungen" })} erneut prüfen, mit Nachschlagen`,
  leftConsole:
    "Die Prüfung wurde angehalten, als Sie die Konsole verließen. Kehren Sie zurück, um fortzufahren.",
  start: "Einreichungen prüfen",
  resume: "Fortsetzen",
  pause: "Pause",
  running: "Wird geprüft",
  throttled: "OpenReview begrenzt die Anfragen. Machen Sie in einer halben Stunde weiter.",
  unknownPage:
    "Citelight kann diese OpenReview-Seite nicht lesen. Öffnen Sie das PDF einer Einreichung und klicken Sie dort auf Citelight.",
  cell: {
    waiting: "nicht begonnen",
    reading: "wird gelesen",
    noCitations: "keine Verweise gefunden",
    notRead: "keine Quelle lesbar",
    notReadHint:
      "Keine zitierte Quelle war lesbar. Ist „Literaturangaben online nachschlagen“ in der Seitenleiste eingeschaltet?",
    failed: "Prüfung fehlgeschlagen",
    review: (n) => `${number(n)} auffällig`,
    clean: "bisher nichts zu prüfen",
    opens: (title) => `Prüfung der Verweise von „${title}“ öffnen`,
  },
  suggested: "Vorgeschlagene Literatur",
  suggestedIn: (title) => `Vorgeschlagene Literatur in „${title}“`,
  chairsOnly:
    "Dies ist vielleicht nur für Vorsitzende bestimmt. Literatur aus solchen Kommentaren dieses Forums trotzdem nachschlagen",
  chairsOnlyFirst:
    "Setzen Sie zuerst das Häkchen: Dieser Kommentar ist vielleicht nur für Vorsitzende bestimmt.",
  notSent:
    "Nichts wurde gesendet: Eine Angabe könnte die Einreichung oder eine begutachtende Person verraten.",
  suggestedHint:
    "Nur die Literaturangaben oben werden an wissenschaftliche Datenbanken gesendet. Die Ähnlichkeit zur Einreichung wird in diesem Browser berechnet.",
  check: (n) => `${count(n, { one: "Literaturangabe", other: "Literaturangaben" })} prüfen`,
  checking: "Wird nachgeschlagen …",
  comparing: "Wird mit der Einreichung verglichen …",
  notAllowed:
    "Das Nachschlagen ist ausgeschaltet. Schalten Sie in der Seitenleiste „Literaturangaben online nachschlagen“ ein und prüfen Sie dann noch einmal.",
  endedEarly: (reason) => `Das Nachschlagen wurde vorzeitig beendet: ${reason}`,
  exists: (title, year) => `Gefunden: ${title}${yearOf(year)}.`,
  retracted: "Das Werk wurde zurückgezogen.",
  concern: "Die Zeitschrift hat Bedenken zu diesem Werk veröffentlicht.",
  differs: (fields) => `Gutachten und Nachweis unterscheiden sich: ${list(fields.map((one) => field[one]))}.`,
  ghost: (asked) =>
    `Nicht gefunden in ${sources(asked)}. Vielleicht hat das Werk einen anderen Titel; fragen Sie nach.`,
  ambiguous: "Mehrere Werke passen. Das Gutachten sagt nicht, welches gemeint ist.",
  unknown: (reason) => `Offen: ${reason}`,
  notRead: "Das ließ sich nicht als Literaturangabe lesen.",
  itself:
    "Das scheint die Einreichung selbst zu sein. Ihre Verfasser sind hier verborgen, deshalb wird ihr Nachweis nicht angezeigt.",
  nearness: {
    near: "Der Einreichung ähnlich",
    some: "Der Einreichung etwas ähnlich",
    far: "Der Einreichung unähnlich",
  },
  relevance: (nearness, cosine, basis) =>
    `${nearness}: Kosinus-Ähnlichkeit ${decimal(cosine)}, nach ${basis} (1: gleicher Text, 0: nichts gemeinsam).`,
  bases: {
    both: "Titel und Zusammenfassung",
    title: "Titel allein (eine Zusammenfassung fehlt)",
  },
  notCompared: (reason) => `Nicht mit der Einreichung verglichen: ${reason}`,
  ownWork: (name) => `${name} hat dies unterzeichnet und ist an dem Werk beteiligt.`,
};
