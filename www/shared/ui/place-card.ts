/** Where a card goes: beside the words it is about, never over them or the line after them. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a card stands among. All in the coordinates of the viewport. */
export interface Surroundings {
  /** The words that must stay in sight. */
  words: Box;
  /** The line of them that is pointed at. */
  line: Box;
  /** From one line to the next. */
  lineHeight: number;
  /** The block that the words flow in; beside it there may be room. */
  column: Box;
  viewport: { width: number; height: number };
  isRightToLeft: boolean;
}

export interface CardPlace {
  /** In the margin, below or above the words, or a sheet at an edge of a narrow window. */
  how: "margin" | "beside" | "sheet";
  left: number;
  top: number;
  width: number;
  /** Height the card may take. */
  room: number;
}

const GAP = 8;
const EDGE = 8;
/** Windows narrower than this have no place beside the words. */
export const NARROW = 600;
const WIDE = 560;
const MARGIN = { least: 320, most: 420 };
/** Height in which a card can still be read, with a scroll bar. */
const LEAST_ROOM = 160;
/** Share of a narrow window that a sheet takes at most. */
const SHEET = 0.55;

/**
 * @param heightAt the card's height at a width
 * @param isFree whether nothing but the page's background is seen in a box
 */
export function placeCard(
  around: Surroundings,
  heightAt: (width: number) => number,
  isFree: (box: Box) => boolean,
): CardPlace {
  if (around.viewport.width < NARROW) return sheet(around, heightAt);
  return inMargin(around, heightAt, isFree) ?? besideWords(around, heightAt);
}

/** At the lower edge; at the upper one where the words are too low to be scrolled above it. */
function sheet({ viewport }: Surroundings, heightAt: (width: number) => number): CardPlace {
  const { width } = viewport;
  const room = Math.max(LEAST_ROOM, Math.floor(viewport.height * SHEET));
  const height = Math.min(heightAt(width), room);
  return { how: "sheet", left: 0, top: viewport.height - height, width, room };
}

function inMargin(
  { line, column, viewport, isRightToLeft }: Surroundings,
  heightAt: (width: number) => number,
  isFree: (box: Box) => boolean,
): CardPlace | null {
  const after = { from: column.right + 2 * GAP, to: viewport.width - EDGE };
  const before = { from: EDGE, to: column.left - 2 * GAP };
  for (const { from, to } of isRightToLeft ? [before, after] : [after, before]) {
    if (to - from < MARGIN.least) continue;
    const width = Math.min(MARGIN.most, to - from);
    const left = from === EDGE ? to - width : from;
    const room = viewport.height - 2 * EDGE;
    const height = Math.min(heightAt(width), room);
    const top = Math.max(EDGE, Math.min(line.top, viewport.height - height - EDGE));
    if (isFree({ left, top, right: left + width, bottom: top + height }))
      return { how: "margin", left, top, width, room };
  }
  return null;
}

/**
 * Below the line after the words if there is room for the card, else above them, else on the roomier of the two sides with a scroll
 * bar. It begins where the line begins: at its right end, if it runs from there.
 */
function besideWords(around: Surroundings, heightAt: (width: number) => number): CardPlace {
  const { words, line, lineHeight, viewport, isRightToLeft } = around;
  const width = Math.min(WIDE, viewport.width - 2 * EDGE);
  const natural = heightAt(width);
  const under = words.bottom + lineHeight + GAP;
  const below = viewport.height - under - EDGE;
  const above = words.top - GAP - EDGE;
  const isBelow = natural <= below || (natural > above && below >= above);
  const room = Math.max(isBelow ? below : above, LEAST_ROOM);
  const height = Math.min(natural, room);
  const wanted = isRightToLeft ? line.right - width : line.left;
  const left = Math.max(EDGE, Math.min(wanted, viewport.width - width - EDGE));
  return { how: "beside", left, top: isBelow ? under : words.top - GAP - height, width, room };
}

/** The lines of the given ranges, from the top of each column to its end. */
export function linesOf(ranges: readonly Range[]): Box[] {
  const boxes = ranges
    .flatMap((range) => [...range.getClientRects()])
    .filter((rect) => rect.width > 0 && rect.height > 0);
  const lines: Box[] = [];
  for (const { left, top, right, bottom } of boxes) {
    const line = lines.find((one) => isSameLine(one, { left, top, right, bottom }));
    if (line === undefined) lines.push({ left, top, right, bottom });
    else Object.assign(line, around([line, { left, top, right, bottom }]));
  }
  return lines;
}

/** Half of the lower one's height in common; formulas and raised numbers stand higher or lower than the words around them. */
function isSameLine(one: Box, other: Box): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const isAtHeight = shared > Math.min(one.bottom - one.top, other.bottom - other.top) / 2;
  // The next column has lines at the same height.
  const apart = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  return isAtHeight && apart < 4 * (one.bottom - one.top);
}

/** The line at a point, else the one that is nearest to it. */
export function lineAt(lines: readonly Box[], point: { x: number; y: number }): Box | null {
  const distance = ({ left, top, right, bottom }: Box): number =>
    Math.max(left - point.x, point.x - right, 0) + 4 * Math.max(top - point.y, point.y - bottom, 0);
  return lines.reduce<Box | null>(
    (nearest, line) => (nearest === null || distance(line) < distance(nearest) ? line : nearest),
    null,
  );
}

/** Lines above and below a line without a break: those of its column. */
export function columnOf(lines: readonly Box[], line: Box): Box[] {
  const reach = 1.5 * (line.bottom - line.top);
  const found = [line];
  for (const one of found)
    for (const other of lines) {
      const isBelow = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom) < reach;
      const isInColumn = other.left < one.right && one.left < other.right;
      if (isBelow && isInColumn && !found.includes(other)) found.push(other);
    }
  return found;
}

/** The box around boxes, of which there is at least one. */
export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** The box around all boxes of the given ranges that have an extent. */
export function boxAround(ranges: readonly Range[]): Box | null {
  const boxes = ranges
    .flatMap((range) => [...range.getClientRects()])
    .filter((rect) => rect.width > 0 || rect.height > 0);
  return boxes.length === 0 ? null : around(boxes);
}
