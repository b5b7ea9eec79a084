/** Where a card goes: beside the words it is about, never over them. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface CardPlace {
  left: number;
  top: number;
  /** Height the card may take. */
  room: number;
}

const GAP = 8;
const EDGE = 8;

/**
 * Below the words if there is room for the card, else above, else on the roomier of the two sides with a scroll bar.
 * It begins where the words begin: at their right end, if they run from there. All in the coordinates of the viewport.
 */
export function placeCard(
  words: Box,
  card: { width: number; height: number },
  viewport: { width: number; height: number },
  isRightToLeft = false,
): CardPlace {
  const below = viewport.height - words.bottom - GAP - EDGE;
  const above = words.top - GAP - EDGE;
  const wanted = isRightToLeft ? words.right - card.width : words.left;
  const left = Math.max(EDGE, Math.min(wanted, viewport.width - card.width - EDGE));
  const isBelow = card.height <= below || (card.height > above && below >= above);
  const room = Math.max(isBelow ? below : above, Math.min(160, viewport.height - 2 * EDGE));
  const height = Math.min(card.height, room);
  return { left, top: isBelow ? words.bottom + GAP : words.top - GAP - height, room };
}

/** The box around all boxes of the given ranges that have an extent. */
export function boxAround(ranges: readonly Range[]): Box | null {
  const boxes = ranges
    .flatMap((range) => [...range.getClientRects()])
    .filter((rect) => rect.width > 0 || rect.height > 0);
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}
