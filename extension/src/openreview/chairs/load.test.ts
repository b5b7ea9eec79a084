import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { enter, leave } from "@citelight/test-support/fake-browser";
import { JANE, madeNote, VENUE } from "@citelight/test-support/made-venue";
import { Answers } from "../api";
import { loadVenue, type VenueData } from "./load";

const USER = encodeURIComponent(JSON.stringify({ profile: { id: JANE } }));
const ROLE = `${VENUE}/Area_Chairs`;

afterEach(leave);

/** A venue that calls its submissions papers, as some do. */
async function load(own: readonly string[], isWhole = false): Promise<{ asked: string[]; venue: VenueData }> {
  enter();
  const asked: string[] = [];
  globalThis.fetch = (input) => {
    const url = new URL(input as string | URL);
    asked.push(decodeURIComponent(url.pathname + url.search));
    const { searchParams: query } = url;
    const group = {
      id: VENUE,
      content: {
        submission_id: { value: `${VENUE}/-/Paper` },
        submission_name: { value: "Paper" },
      },
    };
    const groups = query.has("member") ? own.map((id) => ({ id })) : query.has("id") ? [group] : [];
    const numbers = query.get("number")?.split(",").map(Number) ?? [1, 2, 3];
    const answer =
      url.pathname === "/groups" ? { groups } : { notes: numbers.map((number) => madeNote({ number })) };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  };
  const cookies = `openreview.user=${USER}`;
  const { signal } = new AbortController();
  const venue = await loadVenue({ group: ROLE, isWhole }, cookies, new Answers(), signal, () => undefined);
  return { asked, venue };
}

const numbersOf = ({ submissions }: VenueData): (number | null)[] => submissions.map(({ number }) => number);

test("a chair's submissions are those in whose groups they are, whatever the venue calls submissions", async () => {
  const { asked, venue } = await load([`${VENUE}/Paper3/Area_Chair_zZ9z`, `${VENUE}/Paper7/Authors`]);
  assert.deepEqual(numbersOf(venue), [3]);
  assert.ok(asked.includes(`/groups?member=${JANE}&prefix=${VENUE}/Paper.*&select=id&stream=true`));
});

test("a chair without submissions is answered none, and nobody is asked for all of the venue's", async () => {
  const { asked, venue } = await load([]);
  assert.deepEqual(numbersOf(venue), []);
  assert.equal(asked.filter((path) => path.startsWith("/notes")).length, 0);
});

test("whoever chairs the whole venue is answered all of it, their own groups or not", async () => {
  const { venue } = await load([`${VENUE}/Paper3/Area_Chairs`], true);
  assert.deepEqual(numbersOf(venue), [1, 2, 3]);
});
