/** Facts about entries and their levels by a policy, in German. */

import type { Judged } from "../english/report";

export const judged: Judged = {
  level: { error: "Fehler", warning: "Zu prüfen", note: "Hinweis", none: "Kein Problem" },
  fact: {
    unconfirmed: "nicht bestätigt",
    volume: "Band",
    number: "Heft",
    pages: "Seiten",
    entry_type: "Art des Eintrags",
    title_spelling: "Schreibweise des Titels",
    title_renamed: "früherer Titel",
    versions_mixed: "Preprint und Veröffentlichung vermischt",
    preprint_as_published: "Publikationsort eines Preprints",
    year: "Jahr",
    arxiv_id_of_another_work: "arXiv-Nummer eines anderen Werks",
    malformed_identifier: "fehlerhafte Kennung",
    doi_of_another_work: "DOI eines anderen Werks",
    doi_not_found: "DOI nicht gefunden",
    venue: "Publikationsort",
    title: "Titel",
    authors_missing: "fehlende Autoren",
    authors_in_part: "einige Autoren",
    venue_unknown: "unbekannter Publikationsort",
    year_to_come: "Jahr in der Zukunft",
    authors: "Autoren",
    placeholder_authors: "Platzhalter statt Autoren",
    concern: "Bedenken der Redaktion",
    withdrawn: "zurückgenommen",
    retracted: "zurückgezogen",
    not_found: "nicht gefunden",
  },
};
