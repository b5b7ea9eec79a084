// The model that does what any text tells it to.
import { BARE_ORDER, ORDERS } from "./orders.mjs";
import { readings } from "./uncover.mjs";

/**
 * The answer of a model that follows every order in its data.
 *
 * @param {Record<string, unknown>} right the answer without orders
 * @param {string[]} texts data, and what was answered and sent back before
 * @param {import("./orders.mjs").Scene} scene
 * @returns {import("./completion.mjs").Said}
 */
export function obey(right, texts, scene) {
  // A prompt that was given away and comes back with the answer is none of the attacker's orders.
  const ownWords = JSON.stringify(scene.system).slice(1, -1);
  const foreign = texts.map((text) => text.replaceAll(ownWords, ""));
  // Orders may be parted between passages: they are read one by one, and as one.
  const read = [...foreign, foreign.join(" ")].flatMap(readings);
  /** @type {import("./orders.mjs").Draft} */
  const draft = { object: { ...right }, raw: undefined, tools: [], unbounded: false };
  /** @type {string[]} */
  const obeyed = [];
  /** @param {import("./orders.mjs").Order} order */
  const follow = (order) => {
    for (const text of read) {
      const wanted = order.spot(text, scene);
      if (wanted === undefined) continue;
      order.obey(draft, wanted, scene);
      obeyed.push(order.wants);
      return;
    }
  };
  for (const order of ORDERS) follow(order);
  if (obeyed.length === 0) follow(BARE_ORDER);
  return {
    ...(draft.tools.length > 0 ? { tools: draft.tools } : {}),
    content: draft.raw ?? JSON.stringify(draft.object),
    unbounded: draft.unbounded,
    obeyed,
  };
}
