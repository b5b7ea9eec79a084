// Known weaknesses of npm packages, asked of the registry; the policy is in docs/supply-chain.md. Part of ./build.sh lint.
// Fails for what is shipped (dependencies in package.json) from LEVEL on; for tools (devDependencies) it tells, and fails for none.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SEVERITIES = ["info", "low", "moderate", "high", "critical"];
/** From here on what is shipped fails. */
const LEVEL = "low";
/** From here on tools are named. */
const TOLD = "high";

/**
 * @typedef {{ name: string, severity: string, range: string }} Weakness
 * @typedef {{ kind: "answered", weak: Weakness[] } | { kind: "unasked", why: string }} Answer
 */

/**
 * What `npm audit --json` printed. The registry may be out of reach, or a mirror that keeps no advisories.
 *
 * @param {string} printed
 * @returns {Answer}
 */
export function answer(printed) {
  /** @type {(text: string) => { vulnerabilities?: Record<string, Weakness>, message?: string, error?: { code?: string } }} */
  const parse = JSON.parse;
  try {
    const { vulnerabilities, message, error } = parse(printed);
    if (vulnerabilities !== undefined) return { kind: "answered", weak: Object.values(vulnerabilities) };
    return { kind: "unasked", why: message ?? error?.code ?? "it answered without a list" };
  } catch {
    return { kind: "unasked", why: "npm printed no JSON" };
  }
}

/** @param {Weakness[]} weak @param {string} level */
export const atLeast = (weak, level) =>
  weak.filter(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(level));

/** @param {string[]} options */
function ask(options) {
  const { stdout, error } = spawnSync("npm", ["audit", "--json", ...options], { encoding: "utf8" });
  if (error !== undefined) throw new Error(`npm audit could not be started: ${error.message}`);
  return answer(stdout);
}

/** @param {Weakness} weakness */
const line = ({ name, severity, range }) => `  ${name} ${range}: ${severity}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [shipped, all] = [ask(["--omit=dev"]), ask([])];
  if (shipped.kind === "unasked" || all.kind === "unasked") {
    const why = [shipped, all].flatMap((one) => (one.kind === "unasked" ? [one.why] : []))[0];
    console.log(`NOT CHECKED: npm's advisories; the registry could not be asked: ${why}`);
  } else {
    const weak = atLeast(shipped.weak, LEVEL);
    const tools = atLeast(all.weak, TOLD).filter(({ name }) => !weak.some((one) => one.name === name));
    if (tools.length > 0)
      console.log(`tools with known weaknesses, not shipped:\n${tools.map(line).join("\n")}`);
    if (weak.length > 0) {
      console.error(
        `shipped with known weaknesses:\n${weak.map(line).join("\n")}\nsee docs/supply-chain.md for what to do`,
      );
      process.exit(1);
    }
    console.log("npm's advisories: none for what is shipped");
  }
}
