/** What the names of groups tell: a console's venue and role, a submission's number. */

/** The venue of a console, and the role, by the id of the group in the address: `<venue>/<role>`, whatever the role is called. */
export function consoleGroup(id: string): { venue: string; role: string } | null {
  const at = id.lastIndexOf("/");
  return at <= 0 ? null : { venue: id.slice(0, at), role: id.slice(at + 1) };
}

/** A group of one submission: `<venue>/Submission7/Reviewers`, whatever the venue calls its submissions. */
export function submissionGroup(id: string): { number: number; name: string } | null {
  const [, number, name] = /\/[A-Za-z_]*?(\d+)\/([^/]+)$/.exec(id) ?? [];
  return number === undefined || name === undefined ? null : { number: Number(number), name };
}
