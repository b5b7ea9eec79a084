/** The browser's own model as an endpoint: its settings, and the address by which worker and page know it. */

import { NEW_SETTINGS } from "../audit/endpoint-choice";
import type { EndpointSettings } from "../generated/EndpointSettings";
import { OWN_MODEL } from "./address";
import { ownModelName } from "./prompt-api";

/** Seconds for a question with all that wait before it; a single one gives up earlier (own-model.ts). */
const TIMEOUT_SECONDS = 600;

/** Nothing is paid and nothing is sent, so nothing is limited. */
export function ownModelSettings(): EndpointSettings {
  return {
    ...NEW_SETTINGS,
    kind: "browser",
    url: OWN_MODEL,
    model: ownModelName(),
    format: "schema",
    timeout_seconds: TIMEOUT_SECONDS,
    concurrency: 1,
    limits: { requests: null, tokens: null, cost: null },
  };
}
