/** The library of tests/fixtures/pdf/author-year.pdf and author-year-short.pdf, whose works are invented: one was retracted, one has no text. */

import { writeRecords } from "./library";

/** What cites the retracted work, as the page has it. */
export const RETRACTED_SENTENCE =
  "In a survey of editors, names were preferred by two thirds of them (see Dahl and Ek, 2003, p. 4, for the questions), but the survey was small";

const RECORDS = [
  {
    id: "dahl",
    title: "What editors want: a survey",
    authors: [
      { family: "Dahl", given: "D." },
      { family: "Ek", given: "E." },
    ],
    year: 2003,
    venue: "Annals of Made-up Results",
    retracted: { year: 2005, notice: null },
  },
  {
    id: "frank",
    title: "Finding entries",
    authors: [
      { family: "Frank", given: "F." },
      { family: "Grau", given: "G." },
      { family: "Hall", given: "H." },
    ],
    year: 2012,
    venue: "Journal of Imaginary Typography",
  },
];

/** Puts the library in the place of another one. */
export function writeHabits(folder: string): void {
  writeRecords(folder, RECORDS);
}
