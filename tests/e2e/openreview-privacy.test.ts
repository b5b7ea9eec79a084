// What leaves the browser in every state of a forum, for every role and by every button: the network itself is asked.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { OF_ENDURANCE } from "./support/endurance";
import { liveForum } from "./support/openreview/app";
import { FORUM, forumPage, legacyForumPage } from "./support/openreview/forum";
import { ADA, BO, CHAIR, JANE, RAE, type Person } from "./support/openreview/frame";
import type { AuthorLine, Signature } from "./support/openreview/people";
import type { Reply } from "./support/openreview/reply";
import { signIn } from "./support/openreview/session";
import { ABSTRACT, ANSWER, COMMENT, REVIEW, SUBMISSION } from "./support/openreview/works";
import { openReviewWorld, type OpenReviewWorld } from "./support/openreview/world";
import type { Served } from "./support/tls";

let world: OpenReviewWorld;

before(async () => {
  world = await openReviewWorld(new Map([["/forum", forumPage()]]));
  const page = await world.extension.context.newPage();
  await page.goto(FORUM);
  await world.allowLookUps(page);
  await page.close();
});

after(async () => {
  await world.close();
});

/** What a blind submission must not be told by: its title and text, who wrote it, how its reviewers sign and who they are. */
const SECRETS = [
  SUBMISSION,
  "Sleep schedules of millers",
  ABSTRACT.slice(0, 40),
  ...[ADA, BO].flatMap(({ id, name }) => [id, name]),
  ...["aB1c", "xY9z", JANE.id],
];

/** Replies as a role sees who signed them; among them one that chairs alone may read. */
function repliesFor(by: (as: string) => Signature): Reply[] {
  const telling = `<p>[3] Doe, J. What Reviewer aB1c said of sleep. Journal of Sleep, 2024.</p><p>Forty millers kept a diary, “${SUBMISSION}” (Doe, 2024).</p>`;
  return [
    { ...REVIEW, by: by("Reviewer aB1c"), replies: [ANSWER] },
    { ...COMMENT, by: by("Reviewer xY9z"), fields: [...COMMENT.fields, ["More", telling]] },
    {
      ...REVIEW,
      ...{
        id: "Chairs0001",
        by: by("Area Chair xY9z"),
        readers: ["Program Chairs", "Submission7 Area Chairs"],
      },
      fields: [["Comment", "<p>See Walker et al. (2019), “Evening sleepers and what they remember”.</p>"]],
    },
  ];
}

const anonymous = (as: string): Signature => ({ kind: "anonymous", as });
const revealed = (as: string): Signature => ({ kind: "revealed", as, person: JANE });
const hidden: AuthorLine = { kind: "hidden" };
const shown: AuthorLine = { kind: "revealed", people: [ADA, BO] };
const withInstitutions: AuthorLine = { kind: "institutions", people: [ADA, BO], isRevealed: true };

/** How a blind submission looks to whom. */
const VIEWS: readonly (readonly [
  role: string,
  reader: Person | null,
  authors: AuthorLine,
  by: (as: string) => Signature,
])[] = [
  ["guest", null, hidden, anonymous],
  ["author", ADA, shown, anonymous],
  ["reviewer", RAE, hidden, anonymous],
  ["area chair who sees no authors", CHAIR, hidden, revealed],
  ["area chair who sees authors", CHAIR, shown, revealed],
  ["senior area chair", CHAIR, withInstitutions, revealed],
  ["program chair", CHAIR, shown, revealed],
];

async function open(reader: Person | null, page: Served | string): Promise<Page> {
  await signIn(world.extension.context, reader);
  world.pages.set("/forum", page);
  const tab = await world.extension.context.newPage();
  await tab.setViewportSize({ width: 1000, height: 1200 });
  await tab.goto(FORUM);
  await tab.waitForTimeout(1_200);
  return tab;
}

/** Ticks every box and presses every button of ours, as a reader would who wants all there is. */
async function pressAll(page: Page): Promise<void> {
  await page.getByText("Check an assignment").click();
  for (const box of await page.locator("[data-citelight-ui]").getByRole("checkbox").all())
    if (await box.isVisible()) await box.check();
  for (const button of await page.getByRole("button", { name: /^Check \d+ references?$/ }).all()) {
    await button.click();
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll("[data-citelight-ui]")].every(
          ({ shadowRoot }) => shadowRoot?.querySelector("button:disabled") === null,
        ),
      undefined,
      { timeout: 60_000 },
    );
  }
  await page.getByLabel("Reviewer’s profile").fill(RAE.id);
  await page.getByRole("button", { name: "Check assignment" }).click();
  await page.getByText(/^Fit of Rae Viewer/).waitFor({ timeout: 60_000 });
  await page.getByText("Suggest a reference for a sentence").click();
  await page.getByLabel("Sentence").fill(ABSTRACT);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Nothing was sent: the authors of this submission are hidden").waitFor();
}

for (const [role, reader, authors, by] of VIEWS)
  for (const [layout, options] of [
    ["default", {}],
    ["chat", OF_ENDURANCE],
  ] as const)
    test(
      `a blind submission, seen by a ${role}, ${layout} layout: no request before a press, and none that tells of it`,
      options,
      async () => {
        world.forget();
        const known = world.web.log.entries().length;
        const page = await open(reader, liveForum({ authors, reader, layout, replies: repliesFor(by) }));
        await world.extension.click(page);
        await page.getByRole("region", { name: "Citelight" }).waitFor();
        await page.waitForTimeout(700);
        assert.deepEqual(
          [world.server.passedOn.length, world.web.log.entries().length],
          [0, known],
          `nobody is asked before a press: ${JSON.stringify(world.server.passedOn)}`,
        );
        await pressAll(page);
        const whole = world.sent();
        assert.match(whole, /Evening sleepers/, "what is sent can be read here");
        assert.match(whole, /Rae_Viewer1/);
        for (const secret of SECRETS)
          assert.ok(!whole.toLowerCase().includes(secret.toLowerCase()), `“${secret}” was sent`);
        await page.close();
      },
    );

test("a forum of the first API: its authors are nobody's, and its venue is not asked for", async () => {
  world.forget();
  const page = await open(CHAIR, legacyForumPage(`<a href="/profile?id=${ADA.id}">${ADA.name}</a>`));
  await world.extension.click(page);
  await page.getByText("can’t read reviews and comments in older OpenReview forums").waitFor();
  assert.equal(world.server.passedOn.length, 0);
  await pressAll(page);
  await page.getByText("Older OpenReview forums have no score that Citelight can read.").waitFor();
  const whole = world.sent();
  for (const secret of SECRETS)
    assert.ok(!whole.toLowerCase().includes(secret.toLowerCase()), `“${secret}” was sent`);
  assert.deepEqual(
    world.api.asked.map(({ path }) => path),
    ["/profiles", "/notes", "/notes"],
  );
  await page.close();
});
