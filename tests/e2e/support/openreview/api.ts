/**
 * OpenReview's second API in the shapes that its documentation gives, over invented people and papers; not recorded. It counts what is
 * asked, and refuses when told to.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OpenReviewApiDouble {
  url: string;
  asked: { path: string; query: string; body: string }[];
  refuse(path: string, status: number): void;
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
    history: [
      { institution: { domain, name: "An institute" }, position: "Researcher", start: 2019, end: null },
    ],
  },
});

const ANSWERS: Readonly<Record<string, object>> = {
  "/profiles": { profiles: [person("~Rae_Viewer1", "Rae", "Viewer", "night.sleep.example.edu")] },
  "/profiles/search": {
    profiles: [
      person("~Ada_Author1", "Ada", "Author", "elsewhere.example.org"),
      person("~Bo_Writer1", "Bo", "Writer", "sleep.example.edu"),
    ].map((one) => ({ ...one })),
  },
  "/notes": { notes: PAPERS.map(note), count: PAPERS.length },
  "/edges": { edges: [{ head: "Sleep00001", tail: "~Rae_Viewer1", weight: 0.63 }], count: 1 },
};

export async function openReviewApi(): Promise<OpenReviewApiDouble> {
  const asked: OpenReviewApiDouble["asked"] = [];
  const refused = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const { pathname: path, search } = new URL(request.url ?? "/", "https://api2.openreview.net");
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
      asked.push({ path, query: decodeURIComponent(search), body });
      const status = refused.get(path) ?? (path in ANSWERS ? 200 : 404);
      response.writeHead(status, headers).end(JSON.stringify(status === 200 ? ANSWERS[path] : { status }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: (path, status) => void refused.set(path, status),
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
