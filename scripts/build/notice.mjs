// NOTICE: whose work Citelight ships, and under which licences.
//   node scripts/build/notice.mjs               writes NOTICE, the list; tests/repository/notice.test.mjs fails when it is out of date
//   node scripts/build/notice.mjs PART TARGET   writes the list of one part with the texts of the licences, for its package
// PART is browser (extension, demo and npm package: WebAssembly and pdf.js) or command (the command line with its server).
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DATA, INSIDE, models, nativeCrates, npmPackages, texts, wasmCrates } from "./shipped.mjs";

/** @typedef {import("./shipped.mjs").Component} Component */
/** @typedef {"browser" | "command"} Part */

/** @param {Component} component */
const line = ({ name, version, licence, origin }) => `  ${name} ${version}: ${licence} ${origin}`;

/** @param {Component[]} components @returns {string[]} */
const inside = (components) =>
  INSIDE.filter(({ of }) => components.some(({ name }) => name === of)).map(
    ({ of, name, licence }) => `  ${name} in ${of}: ${licence}`,
  );

const OWN =
  "Citelight itself is under MIT OR Apache-2.0 (LICENSE-MIT, LICENSE-APACHE). It holds work of others:";
const MODELS = () => [
  "Models (models/, each with its card):",
  ...models().map(
    ({ id, licence, card, from }) =>
      `  ${id}: ${licence}, ${from === undefined ? "" : `made from ${from}, `}models/${card}`,
  ),
];
const MADE = () => [
  "Data made from others' data:",
  ...DATA.map(({ name, from, told }) => `  ${name}: ${from}; ${told}`),
];
const LIBRARY =
  "The standard library of Rust, MIT OR Apache-2.0, https://www.rust-lang.org, is in all that Rust compiled.";

/** @returns {string} the list of everything, which stands in the repository */
export function list() {
  const [wasm, native, npm] = [wasmCrates(), nativeCrates(), npmPackages()];
  return paragraphs([
    ["Made by scripts/build/notice.mjs; do not edit. The packages carry the texts of the licences, too."],
    [OWN],
    MODELS(),
    MADE(),
    ["npm packages in the scripts of extension, component and demo:", ...npm.map(line)],
    ["Crates in the WebAssembly of extension, component and npm package:", ...wasm.map(line)],
    ["Crates in the command citelight and its server, on all systems together:", ...native.map(line)],
    ["Within these:", ...inside([...npm, ...wasm, ...native])],
    [LIBRARY],
  ]);
}

/**
 * The list of one part with the texts of its licences.
 *
 * @param {Part} part
 * @returns {string}
 */
export function notice(part) {
  const crates = part === "command" ? nativeCrates() : wasmCrates();
  const npm = part === "browser" ? npmPackages() : [];
  const all = [...npm, ...crates];
  /** @type {Map<string, string[]>} text: what comes with it */
  const found = new Map();
  /** @param {string} text @param {string} name */
  const add = (text, name) => found.set(text, [...(found.get(text) ?? []), name]);
  for (const component of all)
    for (const text of textsOf(component)) add(text, `${component.name} ${component.version}`);
  for (const { name, within } of DATA)
    for (const work of within)
      add(
        usualText(work.licence, `Copyright (c) ${work.holders}`, work.name),
        `${work.name} in ${pathOf(name)}`,
      );
  const rule = "-".repeat(80);
  return paragraphs([
    [OWN],
    MODELS(),
    MADE(),
    ...(npm.length > 0 ? [["npm packages in the scripts:", ...npm.map(line)]] : []),
    [
      part === "command" ? "Crates that are linked:" : "Crates that are compiled into wasm/:",
      ...crates.map(line),
    ],
    ...(inside(all).length > 0 ? [["Within these:", ...inside(all)]] : []),
    [LIBRARY],
    ["Their licences as they come with them:"],
    ...[...found].map(([text, names]) => [rule, names.join(", "), rule, "", text]),
  ]);
}

/** @param {string[][]} parts */
const paragraphs = (parts) => `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;

/** The file or folder of data, without what it is for. @param {string} name */
const pathOf = (name) => name.split(" ")[0] ?? name;

/** The texts of a component; of one that comes without any, the usual text with its authors. @param {Component} component @returns {string[]} */
function textsOf(component) {
  const found = texts(component);
  if (found.length > 0) return found;
  const { name, licence, authors } = component;
  const holders = `Copyright (c) ${authors.length > 0 ? authors.join(", ") : `the authors of ${name}`}`;
  return [usualText(licence, holders, name)];
}

/** The usual text of a licence with its holders. @param {string} licence @param {string} holders @param {string} name whose it is */
function usualText(licence, holders, name) {
  if (/\bApache-2\.0\b/.test(licence)) return readFileSync("LICENSE-APACHE", "utf8").trim();
  if (/\bMIT\b/.test(licence))
    return readFileSync("LICENSE-MIT", "utf8")
      .trim()
      .replace(/^Copyright.*$/m, holders);
  if (/\bBSD-3-Clause\b/.test(licence)) return `${holders}\n\n${BSD}`;
  if (/\bBSD-2-Clause\b/.test(licence)) return `${holders}\n\n${BSD.replace(/^3\. .*\n.*\n/m, "")}`;
  throw new Error(`${name} comes without the text of its licence, ${licence}: find it for NOTICE`);
}

const BSD = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions
are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the
   documentation and/or other materials provided with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products derived from
   this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE
USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** @param {string | undefined} part @returns {part is Part} */
const isPart = (part) => part === "browser" || part === "command";

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [part, target] = process.argv.slice(2);
  if (part === undefined) writeFileSync("NOTICE", list());
  else if (isPart(part) && target !== undefined) writeFileSync(target, notice(part));
  else throw new Error("usage: notice.mjs [browser|command TARGET]");
}
