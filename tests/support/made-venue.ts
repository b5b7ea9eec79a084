/** An invented venue in the shapes of OpenReview's answers, as large as a test wants it. */

export const VENUE = "Sleep.example/2026/Conference";
export const RAE = "~Rae_Viewer1";
export const JANE = "~Jane_Signer1";
export const CHAIRS = [`${VENUE}/Program_Chairs`, `${VENUE}/Submission7/Area_Chairs`];

const value = (one: unknown, readers?: string[]): object => ({ value: one, ...(readers && { readers }) });

export interface MadeNote {
  number?: number;
  authors?: "hidden" | "revealed" | "public";
  title?: string;
  abstract?: string;
  keywords?: unknown;
  replies?: object[];
}

export const TITLE = "Sleep schedules of millers: a diary study with forty participants";
export const ABSTRACT =
  "Forty millers kept a diary of when they slept. We compare what they wrote with what their clocks recorded.";

export function madeNote(note: MadeNote = {}): object {
  const { number = 7, authors = "revealed", title = TITLE, abstract = ABSTRACT, replies = [] } = note;
  const { keywords = ["sleep", "windmills"] } = note;
  const readers = authors === "public" ? ["everyone"] : CHAIRS;
  const who = {
    authors: value(["Ada Author", "Bo Writer"], readers),
    authorids: value(["~Ada_Author1", "~Bo_Writer1"], readers),
  };
  return {
    id: `Paper${String(number).padStart(5, "0")}`,
    forum: `Paper${String(number).padStart(5, "0")}`,
    number,
    readers: ["everyone"],
    content: {
      title: value(title),
      abstract: value(abstract),
      keywords: value(keywords),
      ...(authors === "hidden" ? {} : who),
    },
    details: { replies },
  };
}

export interface MadeReply {
  id?: string;
  by?: string;
  readers?: string[];
  text: string;
}

export function madeReply(
  { id = "Review0001", by = "Reviewer_aB1c", readers, text }: MadeReply,
  number = 7,
): object {
  const group = `${VENUE}/Submission${number}`;
  return {
    id,
    forum: `Paper${String(number).padStart(5, "0")}`,
    invitations: [`${group}/-/Official_Review`],
    signatures: [by.startsWith("~") ? by : `${group}/${by}`],
    readers: readers ?? [`${VENUE}/Program_Chairs`, `${group}/Area_Chairs`, `${group}/Reviewers`],
    content: { summary: value("It asks when millers sleep."), weaknesses: value(text), rating: value(6) },
  };
}
