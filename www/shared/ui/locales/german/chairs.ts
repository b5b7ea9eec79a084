/** Tabellen für Vorsitzende bei OpenReview, in German. */

import type { ExtensionMessages } from "../messages";
import { count, decimal, list, number } from "./general";

const submissionsOf = (n: number): string => count(n, { one: "Einreichung", other: "Einreichungen" });

export const chairWords: ExtensionMessages["chairs"] = {
  title: "Tabelle für Vorsitzende",
  about:
    "Zu jeder Einreichung: auffällige Verweise, die von Gutachten vorgeschlagene Literatur und die Passung der Begutachtenden. Dafür fragt Citelight mit Ihrer Anmeldung bei OpenReview ab, was diese Konsole ohnehin abfragt.",
  build: "Tabelle erstellen",
  loading: (submissions, people) =>
    people === 0
      ? `Antworten von OpenReview werden gelesen: ${submissionsOf(submissions)} …`
      : `Antworten von OpenReview werden gelesen: ${submissionsOf(submissions)}, ${count(people, { one: "Profil", other: "Profile" })} …`,
  loaded: (submissions, reviewers, suggested) =>
    `${submissionsOf(submissions)}, ${count(reviewers, { one: "begutachtende Person", other: "Begutachtende" })}, ${count(suggested, { one: "vorgeschlagenes Werk", other: "vorgeschlagene Werke" })}.`,
  noVenue: "OpenReview nennt Citelight nicht, welche Einreichungen zu dieser Konsole gehören.",
  check: "Vorschläge und Begutachtende prüfen",
  checkHint:
    "Schlägt vorgeschlagene Literatur nach, falls das Nachschlagen eingeschaltet ist, und fragt OpenReview nach Werten und Konflikten laut Tagung sowie nach den Arbeiten der Begutachtenden: höchstens eine Anfrage je Sekunde. Nach Verfassern wird niemand gefragt. Antworten werden 30 Tage gespeichert; Sie können an einem anderen Tag fortfahren. Lassen Sie diese Seite geöffnet.",
  progress: (done, all) => `${number(done)} von ${submissionsOf(all)} geprüft.`,
  timeLeft: (minutes) =>
    minutes < 2
      ? "Noch etwa eine Minute."
      : minutes < 120
        ? `Noch etwa ${number(minutes)} Minuten.`
        : `Noch etwa ${number(Math.round(minutes / 60))} Stunden.`,
  withoutLookUps:
    "Vorgeschlagene Literatur wurde nicht nachgeschlagen, weil das Nachschlagen ausgeschaltet ist. Schalten Sie in der Seitenleiste „Literaturangaben online nachschlagen“ ein und fahren Sie dann fort.",
  chairsReplies: "Auch Literatur aus Kommentaren nachschlagen, die nur Vorsitzende lesen dürfen",
  save: "Als CSV speichern",
  show: "Anzeigen",
  filter: {
    all: "Alle Einreichungen",
    references: "Einreichungen, die zurückgezogene Werke oder Werke ohne Nachweis zitieren",
    "own-works": "Begutachtende, die eigene Werke vorschlagen",
    conflicts: "Begutachtende mit Interessenkonflikt, geringste Passung zuerst",
  },
  more: (n) => `${count(n, { one: "weitere Einreichung", other: "weitere Einreichungen" })} anzeigen`,
  none: "Keine Einreichungen",
  submission: "Einreichung",
  suggested: "Vorgeschlagene Literatur",
  reviewers: "Begutachtende",
  notChecked: "Verweise noch nicht geprüft",
  citations: (review, total) =>
    `${number(review)} von ${count(total, { one: "Verweis", other: "Verweisen" })} auffällig`,
  references: (missing, retracted) =>
    list(
      [
        missing === 0
          ? ""
          : count(missing, { one: "Literaturangabe ohne Nachweis", other: "Literaturangaben ohne Nachweis" }),
        retracted === 0
          ? ""
          : count(retracted, { one: "zurückgezogenes Werk", other: "zurückgezogene Werke" }),
      ].filter((part) => part !== ""),
    ),
  noSuggestions: "Keine",
  noReviewers: "Keine, die Sie sehen können",
  notLookedUp: "nicht nachgeschlagen",
  hiddenEntry: "Scheint eine Fassung der Einreichung zu sein",
  status: {
    found: "gefunden",
    missing: "kein Nachweis gefunden",
    retracted: "zurückgezogen",
    "retracted-since": "zurückgezogen",
    replaced: "zurückgezogen und ersetzt",
    concern: "mit Bedenken der Zeitschrift",
    differs: "gefunden, mit Abweichungen",
    open: "offen",
    unreadable: "nicht als Literaturangabe lesbar",
    itself: "nicht angezeigt",
  },
  ownWork: "eigenes Werk der begutachtenden Person",
  fit: (fit, papers) =>
    `Passung ${decimal(fit)} (Mittel der zwei ähnlichsten von ${count(papers, { one: "Arbeit", other: "Arbeiten" })})`,
  noPapers: "keine öffentlichen Arbeiten",
  venueScore: (score) => `Wert der Tagung ${decimal(score)}`,
  venueConflict: "Von der Tagung vermerkter Konflikt",
  asksForOwn: (own, suggested) => `schlägt eigene Werke vor: ${number(own)} von ${number(suggested)}`,
  uncovered: (topics) => `Stichwörter, die in keiner Arbeit der Begutachtenden stehen: ${list(topics)}`,
  notCompared: "Die Verfasser wurden nicht verglichen.",
  edges: {
    about:
      "Vergleicht die Begutachtenden neben der gewählten Einreichung mit deren Titel und Zusammenfassung, in diesem Browser. OpenReview wird mit Ihrer Anmeldung nach ihren Profilen und Arbeiten gefragt, höchstens eine Anfrage je Sekunde; nach Verfassern wird niemand gefragt.",
    check: "Passung und Konflikte prüfen",
    noConflict: "Kein Konflikt gefunden.",
    select: "Wählen Sie eine Einreichung, um ihre Begutachtenden zu sehen.",
    progress: (done, all) =>
      `${number(done)} von ${count(all, { one: "begutachtenden Person", other: "Begutachtenden" })} verglichen.`,
  },
  replacements: (people) => `Andere mit hohem Wert der Tagung und ohne vermerkten Konflikt: ${list(people)}`,
};
