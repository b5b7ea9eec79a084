// Follows README like a newcomer: node tests/newcomer/run.mjs [--root] [--of REPOSITORY] [--keep]
//
// Root does it as a new user, others as themselves with an empty home; with --root in a fresh Debian that debootstrap makes.
import { parseArgs } from "node:util";
import { lookAtDemo } from "./look.mjs";
import { follow, interruptAll } from "./path.mjs";
import { cleanRoot, cleanUser, emptyHome } from "./places.mjs";

const { values } = parseArgs({
  options: {
    root: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    of: { type: "string", default: "." },
  },
});
const isRoot = process.getuid?.() === 0;
if (values.root && !isRoot)
  throw new Error("only root can make a system of its own: sudo, or leave --root out");

const place = values.root ? cleanRoot() : isRoot ? cleanUser() : emptyHome();
// What was begun ends with us, and the place is removed.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interruptAll);
try {
  await follow(values.of, place, lookAtDemo);
} catch (error) {
  console.error(`newcomer: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  if (values.keep) console.log(`newcomer: kept ${place.home}`);
  else place.remove();
}
