import type { CoreOptions } from "./prompt-api";

/** What is said in it is English: prompts and reasons. Claims may be in any language. */
export const EXPECTED: CoreOptions = { expectedOutputs: [{ type: "text", languages: ["en"] }] };
