/**
 * What this program itself says of its failures travels as a code through messages that hold texts of the core, too: whoever shows it
 * speaks the reader's language, which whoever met the failure does not know.
 */

const ERROR_CODES = ["crashed", "stuck", "unreachable", "unloadable"] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export function codeOf(failure: ErrorCode): string {
  return `citelight:${failure}`;
}

/** The failure that a message is the code of; null for texts. */
export function errorCodeOf(message: string): ErrorCode | null {
  return ERROR_CODES.find((failure) => codeOf(failure) === message) ?? null;
}
