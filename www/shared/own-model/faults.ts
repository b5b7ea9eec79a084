/** Why the browser's own model gave no answer. The core says it in its steps, in English; whoever shows a step says it in the reader's words. */

const FAULTS = {
  unavailable: "this browser has no model of its own that can be used here",
  downloadable: "the browser has not downloaded its model yet; download it in the options",
  downloading: "the browser is still downloading its model; ask again later",
  refused: "the browser refused to answer this question",
  overflow: "the passages are longer than the browser's model can read at once",
  slow: "the browser's model took too long",
  failed: "the browser's model failed",
} as const;

export type OwnModelFault = keyof typeof FAULTS;

export const OWN_MODEL_FAULTS = Object.keys(FAULTS) as readonly OwnModelFault[];

export function faultText(fault: OwnModelFault): string {
  return FAULTS[fault];
}

/** The fault that a text of the core tells of; null for any other. */
export function faultIn(text: string): OwnModelFault | null {
  return OWN_MODEL_FAULTS.find((fault) => text.includes(FAULTS[fault])) ?? null;
}

/** A fault on its way to whoever asked. */
export class OwnModelError extends Error {
  readonly fault: OwnModelFault;

  constructor(fault: OwnModelFault) {
    super(faultText(fault));
    this.fault = fault;
  }
}

/** What browsers say of a session that could not be made, or a question that was not answered. */
export function faultOf(error: unknown): OwnModelFault {
  if (error instanceof OwnModelError) return error.fault;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  switch (name) {
    case "QuotaExceededError":
      return "overflow";
    // The reader's or an administrator's setting, or words that a filter holds back.
    case "NotAllowedError":
    case "NotReadableError":
    case "SecurityError":
      return "refused";
    case "NotSupportedError":
      return "unavailable";
    case "TimeoutError":
      return "slow";
    default:
      return "failed";
  }
}
