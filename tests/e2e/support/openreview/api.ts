/**
 * OpenReview's two APIs in the shapes that its documentation gives, over invented people and papers; not recorded. They count what is
 * asked, and refuse when told to.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dblpPerson, orcidOf } from "../../../fake-apis/identities.mjs";
import { VENUE } from "./frame";
import type { World as VenueWorld } from "./venue";
import { SUBMISSION_ID } from "./works";

export interface OpenReviewApiDouble {
  url: string;
  asked: { host: string; path: string; query: string; body: string }[];
  /** Submissions of the venue. */
  submissions: { id: string; number: number }[];
  /** What chairs are answered. */
  venue: VenueWorld;
  /** Submissions by number of which whoever is signed in chairs some, and the name of that group. */
  chaired: { role: string; numbers: number[] };
  refuse(path: string, status: number): void;
  /** Answers of this path wait until what comes back is called. */
  hold(path: string): () => void;
  close(): Promise<void>;
}

const THIS_YEAR = new Date().getFullYear();

interface Made {
  id: string;
  title: string;
  abstract: string;
  authors: readonly (readonly [string, string])[];
  year: number;
  readers?: string;
}

const RAE = ["Rae Viewer", "~Rae_Viewer1"] as const;
const ADA = ["Ada Author", "~Ada_Author1"] as const;
const PAPERS: readonly Made[] = [
  {
    id: "Own0000001",
    title: "Superconducting coils for tomography",
    abstract: "We wind niobium coils and cool them with liquid helium.",
    authors: [RAE],
    year: THIS_YEAR - 3,
  },
  {
    id: "Own0000002",
    title: "Diaries of sleepers in mountain villages",
    abstract: "Participants kept a diary of when they slept, which we compare with their clocks.",
    authors: [ADA, RAE],
    year: THIS_YEAR - 2,
  },
  {
    id: "Own0000003",
    title: "Clocks and what they count",
    abstract: "A survey of clocks.",
    authors: [RAE, ADA],
    year: THIS_YEAR - 12,
  },
  // In another venue's double-blind review, readable for some.
  {
    id: "Own0000004",
    title: "Hidden twin of another study",
    abstract: "In review.",
    authors: [RAE],
    year: THIS_YEAR,
    readers: "Other.example/2026/Conference",
  },
  // The very submission: whoever wrote it is not told.
  { id: "Sleep00001", title: "The submission itself", abstract: "", authors: [RAE], year: THIS_YEAR },
];

const note = ({ id, title, abstract, authors, year, readers = "everyone" }: Made): object => ({
  id,
  forum: id,
  readers: [readers],
  pdate: Date.UTC(year, 5, 1),
  content: {
    title: { value: title },
    abstract: { value: abstract },
    authors: { value: authors.map(([name]) => name) },
    authorids: { value: authors.map(([, own]) => own) },
  },
});

const person = (id: string, first: string, last: string, domain: string): object => ({
  id,
  state: "Active",
  content: {
    names: [{ first, last, preferred: true }],
    emails: [`****@${domain}`, "****@gmail.com"],
    dblp: `https://dblp.org/pid/${dblpPerson(`${first} ${last}`).pid}.html`,
    orcid: `https://orcid.org/${orcidOf(`${first} ${last}`)}`,
    history: [
      { institution: { domain, name: "An institute" }, position: "Researcher", start: 2019, end: null },
    ],
  },
});

/** A paper that only the first API has, with bare values. */
const OLD_PAPER = {
  id: "Old0000001",
  forum: "Old0000001",
  readers: ["everyone"],
  cdate: Date.UTC(2018, 5, 1),
  content: {
    title: "Windmills before clocks",
    abstract: "How millers told the time.",
    authors: [RAE[0]],
    authorids: [RAE[1]],
  },
};

/** What the venue's group says of its invitations; in newer workflows scores are named by their stage. */
const GROUP = {
  id: VENUE,
  content: {
    reviewers_id: { value: `${VENUE}/Reviewers` },
    reviewers_affinity_score_id: { value: `${VENUE}/-/Reviewer_Matching` },
    reviewers_conflict_id: { value: `${VENUE}/Reviewers/-/Conflict` },
    submission_id: { value: `${VENUE}/-/Submission` },
    submission_name: { value: "Submission" },
  },
};

/** Answers of a page are this long at most. */
const PAGE = 1000;

type World = Pick<OpenReviewApiDouble, "submissions" | "chaired" | "venue">;

/** null for what is not there. */
function answer(
  host: string,
  path: string,
  query: URLSearchParams,
  world: World,
  body: string,
): object | null {
  switch (path) {
    case "/profiles":
      return { profiles: [person("~Rae_Viewer1", "Rae", "Viewer", "night.sleep.example.edu")] };
    case "/profiles/search": {
      const { ids } = JSON.parse(body) as { ids: string[] };
      if (!ids.includes(ADA[1]) && world.venue.notes.length > 0)
        return { profiles: ids.map((id) => person(id, ...namesIn(id), "reviews.example.edu")) };
      return {
        profiles: [
          person("~Ada_Author1", "Ada", "Author", "elsewhere.example.org"),
          person("~Bo_Writer1", "Bo", "Writer", "sleep.example.edu"),
        ],
      };
    }
    case "/notes":
      if (query.get("id") === SUBMISSION_ID)
        return { notes: [{ id: SUBMISSION_ID, domain: VENUE }], count: 1 };
      if (query.get("details") === "replies") return withReplies(query, world.venue);
      if (query.has("invitation")) return { notes: listed(query, world) };
      if (!query.has("content.authorids")) return { notes: [], count: 0 };
      return { notes: host === "api.openreview.net" ? [OLD_PAPER] : PAPERS.map(note) };
    case "/groups":
      if (query.has("parent"))
        return {
          groups: world.venue.groups.filter(({ id }) => id.startsWith(`${query.get("parent") ?? ""}/`)),
        };
      if (query.get("select") === "id,members") return { groups: world.venue.groups };
      if (query.has("member"))
        return {
          groups: world.chaired.numbers.map((number) => ({
            id: `${VENUE}/Submission${number}/${world.chaired.role}`,
          })),
        };
      return { groups: query.get("id") === VENUE ? [GROUP] : [] };
    case "/edges":
      if (!query.has("tail"))
        return {
          edges: world.venue.edges.filter(
            ({ invitation, head }) => invitation === query.get("invitation") && head === query.get("head"),
          ),
        };
      return query.get("invitation")?.endsWith("/-/Reviewer_Matching") === true
        ? { edges: [{ head: SUBMISSION_ID, tail: "~Rae_Viewer1", weight: 0.63 }], count: 1 }
        : { edges: [], count: 0 };
    default:
      return null;
  }
}

function namesIn(id: string): [string, string] {
  const [first = "", last = ""] = id.replace(/^~|\d+$/g, "").split("_");
  return [first, last];
}

function withReplies(query: URLSearchParams, { notes }: VenueWorld): object {
  const all = notes as { id: string; number: number }[];
  const numbers = query.get("number")?.split(",").map(Number);
  const found = numbers === undefined ? all : all.filter(({ number }) => numbers.includes(number));
  const after = query.get("after");
  const from = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  return { notes: found.slice(from, from + Math.min(PAGE, Number(query.get("limit")))), count: found.length };
}

function listed(query: URLSearchParams, { submissions }: World): World["submissions"] {
  const after = query.get("after");
  const from = after === null ? 0 : submissions.findIndex(({ id }) => id === after) + 1;
  return submissions.slice(from, from + Math.min(PAGE, Number(query.get("limit"))));
}

export async function openReviewApi(): Promise<OpenReviewApiDouble> {
  const asked: OpenReviewApiDouble["asked"] = [];
  const refused = new Map<string, number>();
  const held = new Map<string, Promise<void>>();
  const world: World = {
    venue: { notes: [], groups: [], edges: [] },
    submissions: [],
    chaired: { role: "Reviewers", numbers: [] },
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const {
        pathname: path,
        search,
        searchParams,
      } = new URL(request.url ?? "/", "https://api2.openreview.net");
      const host = request.headers.host ?? "";
      // As the site lets its own pages ask.
      const headers = {
        "Access-Control-Allow-Origin": "https://openreview.net",
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Allow-Headers": "content-type",
        "Content-Type": "application/json",
      };
      if (request.method === "OPTIONS") {
        response.writeHead(204, headers).end();
        return;
      }
      asked.push({ host, path, query: decodeURIComponent(search), body });
      const found = answer(host, path, searchParams, world, body);
      const status = refused.get(path) ?? (found === null ? 404 : 200);
      const refusal = status === 403 ? { name: "ForbiddenError", status } : { status };
      void (held.get(path) ?? Promise.resolve()).then(() => {
        response.writeHead(status, headers).end(JSON.stringify(status === 200 ? found : refusal));
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get submissions() {
      return world.submissions;
    },
    set submissions(submissions) {
      world.submissions = submissions;
    },
    get venue() {
      return world.venue;
    },
    set venue(venue) {
      world.venue = venue;
    },
    chaired: world.chaired,
    hold: (path) => {
      let release = (): void => undefined;
      held.set(path, new Promise((done) => (release = done)));
      return () => {
        held.delete(path);
        release();
      };
    },
    refuse: (path, status) => {
      if (status === 200) refused.delete(path);
      else refused.set(path, status);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
