import assert from "node:assert/strict";
import { test } from "node:test";
import {
  columnOf,
  lineAt,
  NARROW,
  placeCard,
  type Box,
  type CardPlace,
  type Surroundings,
} from "./place-card";

const LINE = 24;
const viewport = { width: 1280, height: 800 };

/** A sentence of so many lines in a column. */
function sentence(top: number, lines: number, column = { left: 300, right: 900 }): Surroundings {
  const words = { ...column, top, bottom: top + lines * LINE };
  return {
    words,
    line: { ...column, top, bottom: top + LINE },
    lineHeight: LINE,
    column: { ...column, top: -500, bottom: 2000 },
    viewport,
    isRightToLeft: false,
  };
}

function boxOf(place: CardPlace, height: number): Box {
  return {
    left: place.left,
    top: place.top,
    right: place.left + place.width,
    bottom: place.top + Math.min(height, place.room),
  };
}

function meets(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

const nowhere = (): boolean => false;
const anywhere = (): boolean => true;

test("a card covers neither its sentence nor the line after it, and stays in sight", () => {
  for (const free of [nowhere, anywhere])
    for (let top = 0; top < 700; top += 20)
      for (const height of [100, 300, 900]) {
        const around = sentence(top, 3);
        const card = boxOf(
          placeCard(around, () => height, free),
          height,
        );
        const kept = { ...around.words, bottom: around.words.bottom + LINE };
        // Above a sentence at the lower edge there is room, below one at the upper edge, too.
        assert.ok(!meets(card, around.words), `${top}: ${JSON.stringify(card)}`);
        if (card.top > top) assert.ok(!meets(card, kept), `the line after, ${top}: ${JSON.stringify(card)}`);
        assert.ok(card.left >= 0 && card.right <= viewport.width);
      }
});

test("where the margin is wide and free, the card stands in it at the line that is pointed at", () => {
  const around = sentence(300, 3, { left: 60, right: 760 });
  const second = { ...around, line: { ...around.line, top: 324, bottom: 348 } };
  const place = placeCard(second, () => 200, anywhere);
  assert.deepEqual(
    { how: place.how, left: place.left, top: place.top, width: place.width },
    { how: "margin", left: 776, top: 324, width: 420 },
  );
  assert.equal(placeCard(second, () => 200, nowhere).how, "beside");
  const narrow = sentence(300, 3, { left: 60, right: 1000 });
  assert.equal(placeCard(narrow, () => 200, anywhere).how, "beside");
});

test("of a page that runs from right to left, the margin where its lines end comes first", () => {
  const around = { ...sentence(300, 3, { left: 500, right: 800 }), isRightToLeft: true };
  assert.ok(placeCard(around, () => 200, anywhere).left < 500);
});

test("a narrow window has a sheet at its lower edge that leaves sight of the text", () => {
  const around = { ...sentence(100, 2), viewport: { width: NARROW - 1, height: 800 } };
  const place = placeCard(around, () => 900, anywhere);
  assert.deepEqual([place.how, place.left, place.width], ["sheet", 0, NARROW - 1]);
  assert.equal(place.top + place.room, 800);
  assert.ok(place.room <= 440);
});

test("the line that is pointed at is found, and the lines of its column", () => {
  const left = [0, 1, 2].map((n) => ({ left: 0, right: 300, top: 700 + n * 20, bottom: 716 + n * 20 }));
  const right = [0, 1].map((n) => ({ left: 340, right: 640, top: 100 + n * 20, bottom: 116 + n * 20 }));
  const lines = [...left, ...right];
  assert.equal(lineAt(lines, { x: 20, y: 725 }), lines[1]);
  assert.equal(lineAt(lines, { x: 400, y: 118 }), lines[3]);
  assert.deepEqual(columnOf(lines, lines[1] as Box), [lines[1], lines[0], lines[2]]);
  assert.deepEqual(columnOf(lines, lines[3] as Box).length, 2);
});
