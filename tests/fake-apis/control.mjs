// The control interface (/control/…): faults, limits, log, reset. It is not part of what is tested.
import { json, parseJson } from "./answer.mjs";
import { HOSTS, SOURCES } from "./sources.mjs";

/**
 * @typedef {object} Controlled
 * @property {import("./log.mjs").Log} log
 * @property {import("./faults.mjs").FaultPlan} faults
 * @property {import("./limits.mjs").Limits} limits
 * @property {import("./store.mjs").Store} store
 * @property {import("./texts.mjs").Texts} texts
 * @property {import("./recordings.mjs").Recordings} recordings
 * @property {() => void} reset
 */

/**
 * @param {import("./answer.mjs").Ask} ask its path after /control
 * @param {Controlled} web
 * @returns {import("./answer.mjs").Answer}
 */
export function control(ask, web) {
  const changes = ask.method === "POST" || ask.method === "PUT";
  const body = ask.body === "" ? {} : parseJson(ask.body);
  if (changes && (typeof body !== "object" || body === null))
    return json({ error: "the body must be a JSON object" }, 400);
  try {
    switch (ask.path) {
      case "":
      case "/":
        return json({
          sources: Object.fromEntries(Object.entries(SOURCES).map(([name, { hosts }]) => [name, hosts])),
          hosts: HOSTS,
          works: Object.fromEntries(
            Object.entries(web.store.of).map(([name, { works }]) => [name, works.length]),
          ),
          dois: web.store.registered.size,
          texts: web.texts.size,
          recordings: web.recordings.size,
          processorSeconds: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
          faults: web.faults.settings,
          limits: web.limits.mode,
        });
      case "/log":
        if (ask.method === "DELETE") web.log.clear();
        return json(
          web.log.entries({
            source: ask.query.get("source") ?? undefined,
            since: Number(ask.query.get("since") ?? 0),
            limit: Number(ask.query.get("limit") ?? Number.POSITIVE_INFINITY),
          }),
        );
      case "/summary":
        return json(web.log.summary());
      case "/faults":
        if (ask.method === "DELETE") web.faults.clear();
        else if (changes) web.faults.set(/** @type {import("./faults.mjs").FaultSettings} */ (body));
        return json(web.faults.settings);
      case "/limits":
        if (changes) {
          web.limits.mode = /** @type {{ mode: import("./limits.mjs").LimitMode }} */ (body).mode;
          web.limits.reset();
        }
        return json({ mode: web.limits.mode });
      case "/reset":
        if (!changes) return json({ error: "POST resets log, faults and counts" }, 405);
        web.reset();
        return json({ reset: true });
      default:
        return json(
          { error: `no /control${ask.path}; there are /log, /summary, /faults, /limits, /reset` },
          404,
        );
    }
  } catch (error) {
    return json({ error: error instanceof Error ? error.message : String(error) }, 400);
  }
}
