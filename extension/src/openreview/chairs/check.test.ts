import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { AssignmentRequest } from "../messages";

import type { Resolution } from "@citelight/shared/generated/Resolution";
import { enter, leave } from "@citelight/test-support/fake-browser";
import { JANE, madeNote, madeReply, RAE, VENUE } from "@citelight/test-support/made-venue";
import { Answers } from "../api";
import { Throttled } from "../audit-queue";
import type { LookUpResult } from "../client";
import { NOBODY } from "../compare";
import { NO_CONSENT, type Consent, type Entries } from "../policy";
import { ChairCheck, type CheckContext } from "./check";
import type { Kept } from "./kept";
import type { VenueData } from "./load";
import { Pace } from "./pace";
import { mayBeJoint } from "./reviewer-fits";
import { submissionIn } from "./submissions";

const SCORE = `${VENUE}/-/Reviewer_Matching`;
const CONFLICT = `${VENUE}/Reviewers/-/Conflict`;
const TEXT = "See Walker et al. (2019), “Evening sleepers and what they remember”.";

function venueOf(count: number, readers?: string[]): VenueData {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const submissions = numbers.map((number) => {
    const replies = [madeReply({ text: TEXT, ...(readers && { readers }) }, number)];
    const submission = submissionIn(madeNote({ number, replies }));
    assert.ok(submission);
    return submission;
  });
  return {
    venue: VENUE,
    names: {
      ...{ score: SCORE, conflict: CONFLICT, submissions: `${VENUE}/-/Submission`, reviewers: "Reviewers" },
      ...{ anonymous: "Reviewer_", submission: "Submission" },
    },
    submissions,
    assignments: new Map(
      numbers.map((number) => [
        number,
        [{ signature: `${VENUE}/Submission${number}/Reviewer_aB1c`, id: RAE }],
      ]),
    ),
    people: new Map([[RAE, { ...NOBODY, id: RAE, name: "Rae Viewer" }]]),
  };
}

class MapKept implements Kept {
  readonly map = new Map<string, string>();
  get(name: string): Promise<unknown> {
    const known = this.map.get(name);
    return Promise.resolve(known === undefined ? null : (JSON.parse(known) as unknown));
  }
  put(name: string, value: unknown): Promise<void> {
    this.map.set(name, JSON.stringify(value));
    return Promise.resolve();
  }
}

const FOUND = {
  kind: "resolved",
  score: 1,
  differences: [],
  record: {
    ...{ title: "Evening sleepers and what they remember", abstract_text: null, year: 2019 },
    ...{ authors: [{ given: "Rae", family: "Viewer" }], status: { kind: "none" }, identifiers: {} },
  },
} as unknown as Resolution;

class World {
  readonly asked: string[] = [];
  readonly lookedUp: string[] = [];
  readonly orders: AssignmentRequest[] = [];
  readonly kept = new MapKept();
  consent: Consent = { ...NO_CONSENT };
  mayLookUp = true;
  status = 200;

  constructor() {
    enter();
    globalThis.fetch = (input) => {
      const url = new URL(input as string | URL);
      this.asked.push(decodeURIComponent(url.pathname + url.search));
      if (this.status !== 200) return Promise.resolve(new Response("{}", { status: this.status }));
      if (url.pathname === "/edges") {
        const isScore = url.searchParams.get("invitation") === SCORE;
        const weights = isScore ? { [RAE]: 0.6, [JANE]: 0.9, "~Al_Other1": 0.8 } : { "~Al_Other1": -1 };
        const edges = Object.entries(weights).map(([tail, weight]) => ({ tail, weight }));
        return Promise.resolve(new Response(JSON.stringify({ edges })));
      }
      const isFirst = url.host === "api.openreview.net";
      const paper = {
        ...{ id: "Paper90000", readers: ["everyone"], pdate: Date.UTC(2024, 5, 1) },
        content: {
          title: { value: "Windmills at night" },
          authors: { value: ["Rae Viewer", "Ada Author"] },
          authorids: { value: [RAE, "~Ada_Author1"] },
        },
      };
      return Promise.resolve(new Response(JSON.stringify({ notes: isFirst ? [] : [paper] })));
    };
  }

  check(venue: VenueData): ChairCheck {
    const context: CheckContext = {
      client: {
        mayLookUp: () => Promise.resolve(this.mayLookUp),
        lookUp: ({ list }: Entries, heard): Promise<LookUpResult> => {
          this.lookedUp.push(...list);
          list.forEach((_, at) => {
            heard(at, FOUND);
          });
          return Promise.resolve({ kind: "answered", resolutions: new Map(), failure: null });
        },
        assess: (order) => {
          this.orders.push(order);
          const cosines = order.works.map(() => 0.2);
          const fit = { mean: 0.2, mean_of_nearest: 0.2, max: 0.2, cosines, nearest: [] };
          const named = order.works.map(({ authors }, at) =>
            authors.some(({ name }) => name === "Rae Viewer") ? at : -1,
          );
          return Promise.resolve({
            ...{
              by_meaning: order.works.length === 0 ? null : fit,
              by_words: null,
              expertise: null,
              model: null,
              problem: null,
            },
            ...{ conflicts: [], own: named.filter((at) => at >= 0) },
          });
        },
      },
      answers: new Answers(),
      kept: this.kept,
      consent: this.consent,
      since: () => 2021,
      changed: () => undefined,
      pace: new Pace(0),
    };
    return new ChairCheck(venue, context);
  }
}

afterEach(leave);

test("one submission after another: works once, people once, and whose works they are", async () => {
  const world = new World();
  const venue = venueOf(3);
  const check = world.check(venue);
  await check.start();
  assert.deepEqual([check.done, check.all, check.isRunning, check.problem], [3, 3, false, null]);
  assert.deepEqual(world.lookedUp, ["Walker et al. (2019). Evening sleepers and what they remember."]);
  assert.equal(world.asked.filter((path) => path.startsWith("/notes")).length, 2, "both APIs, once");
  assert.equal(world.asked.filter((path) => path.startsWith("/edges")).length, 6);
  const facts = check.of("Paper00001");
  assert.ok(facts);
  const [suggested] = facts.suggestions.get("Review0001") ?? [];
  assert.deepEqual([suggested?.fact.status, suggested?.cosine, suggested?.isOwn], ["found", 0.2, true]);
  assert.deepEqual(facts.replacements, [{ id: JANE, score: 0.9 }]);
  assert.deepEqual(facts.uncovered, ["sleep"]);
  const [reviewer] = [...facts.reviewers.values()];
  assert.deepEqual(
    [reviewer?.papers, reviewer?.fit, reviewer?.conflicts],
    [1, 0.2, null],
    "authors are not compared unasked",
  );
  for (const { submission } of world.orders) assert.deepEqual(submission.authors, []);
});

test("on another day nothing is asked twice", async () => {
  const world = new World();
  await world.check(venueOf(3)).start();
  const [asked, lookedUp] = [world.asked.length, world.lookedUp.length];
  const later = world.check(venueOf(3));
  await later.start();
  assert.equal(later.done, 3);
  assert.deepEqual([world.asked.length, world.lookedUp.length], [asked, lookedUp]);
});

test("revealed authors are compared if the reader asks for it, and nobody is asked about them", async () => {
  const world = new World();
  world.consent = { ...NO_CONSENT, revealedAuthors: true };
  const check = world.check(venueOf(1));
  await check.start();
  assert.deepEqual([...(check.of("Paper00001")?.reviewers.values() ?? [])][0]?.conflicts, []);
  assert.ok(
    world.orders.some(({ submission }) => submission.authors.some(({ id }) => id === "~Ada_Author1")),
  );
  assert.ok(!/Ada|Bo_Writer|millers/i.test(world.asked.join(" ") + world.lookedUp.join(" ")));
});

test("what only chairs may read is looked up if the chair says so", async () => {
  const chairs = [`${VENUE}/Program_Chairs`];
  const world = new World();
  await world.check(venueOf(1, chairs)).start();
  assert.deepEqual(world.lookedUp, []);
  world.consent = { ...NO_CONSENT, chairsReplies: true };
  await world.check(venueOf(1, chairs)).start();
  assert.equal(world.lookedUp.length, 1);
});

test("paused it asks no more, and goes on where it was; a site that asks to wait pauses it", async () => {
  const world = new World();
  const check = world.check(venueOf(2));
  const running = check.start();
  check.pause();
  await running;
  const asked = world.asked.length;
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual([check.isRunning, world.asked.length], [false, asked]);
  world.status = 429;
  await check.start();
  assert.ok(check.problem instanceof Throttled);
  assert.equal(check.isRunning, false);
  world.status = 200;
  await check.start();
  assert.deepEqual([check.done, check.problem], [2, null]);
});

test("of a list of conflicts that goes on nobody is named as a replacement", async () => {
  const world = new World();
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input as string | URL);
    if (url.searchParams.get("invitation") !== CONFLICT) return real(input, init);
    const edges = Array.from({ length: 1000 }, (_, at) => ({ tail: `~Nth_Other${at}`, weight: -1 }));
    return Promise.resolve(new Response(JSON.stringify({ edges })));
  };
  const check = world.check(venueOf(1));
  await check.start();
  assert.deepEqual(check.of("Paper00001")?.replacements, []);
});

test("what is out of reach is asked once, and what was not looked up is done again when it may be", async () => {
  const world = new World();
  world.mayLookUp = false;
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input as string | URL);
    if (url.pathname !== "/edges") return real(input, init);
    world.asked.push(url.pathname);
    return Promise.resolve(new Response("{}", { status: 403 }));
  };
  const check = world.check(venueOf(3));
  await check.start();
  assert.equal(world.asked.filter((path) => path === "/edges").length, 2, "one for each invitation");
  assert.deepEqual(check.of("Paper00002")?.scores, { kind: "hidden" });
  assert.equal(check.isWithoutLookUps, true);
  world.mayLookUp = true;
  await check.start();
  assert.deepEqual([check.isWithoutLookUps, world.lookedUp.length], [false, 1]);
});

test("requests keep their distance", async () => {
  const pace = new Pace(30);
  const begun = performance.now();
  const nobody = new AbortController().signal;
  await Promise.all([pace.turn(nobody), pace.turn(nobody), pace.turn(nobody)]);
  assert.ok(performance.now() - begun >= 55);
});

test("papers that may be an author's are found by profile or by a last name", () => {
  const work = (name: string, id: string | null): Parameters<typeof mayBeJoint>[0] => ({
    ...{ title: "", abstract_text: null, year: null },
    authors: [{ ...NOBODY, name, id }],
  });
  const ada = [{ ...NOBODY, name: "Ada Author", id: "~Ada_Author1", other_ids: ["~Ada_Old1"] }];
  assert.ok(mayBeJoint(work("A. Author", null), ada) && mayBeJoint(work("Ada Old", "~Ada_Old1"), ada));
  assert.ok(!mayBeJoint(work("Ada Other", "~Ada_Other1"), ada));
});
