import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { list, notice } from "../../scripts/build/notice.mjs";
import {
  assertNamed,
  bundledPackages,
  DATA,
  INSIDE,
  nativeCrates,
  npmPackages,
  refused,
  wasmCrates,
} from "../../scripts/build/shipped.mjs";

test("NOTICE names all that the lock files ship, at its version", () => {
  assert.equal(
    readFileSync("NOTICE", "utf8"),
    list(),
    "NOTICE is out of date; look at what changed and run: node scripts/build/notice.mjs",
  );
});

test("every licence of what is shipped is one that deny.toml allows", () => {
  assert.deepEqual(refused([...wasmCrates(), ...nativeCrates(), ...npmPackages()]), []);
  const some = [
    { name: "a", licence: "GPL-3.0-only" },
    { name: "b", licence: "MIT OR GPL-3.0-only" },
    { name: "c", licence: "MIT AND GPL-3.0-only" },
    { name: "d", licence: "" },
    { name: "e", licence: "as you like" },
    { name: "webpki-root-certs", licence: "CDLA-Permissive-2.0" },
  ];
  assert.deepEqual(refused(some), [
    "a: GPL-3.0-only",
    "c: MIT AND GPL-3.0-only",
    "d: no licence",
    "e: as you like",
  ]);
});

test("a package that gets into the scripts unnamed is refused", async () => {
  const { metafile } = await build({
    stdin: {
      contents: 'import "react"; import p from "pdfjs-dist/package.json"; console.log(p);',
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    metafile: true,
  });
  assert.deepEqual(bundledPackages(metafile), ["pdfjs-dist", "react"]);
  assert.throws(() => {
    assertNamed(metafile);
  }, /hold react,/);
});

test("what comes within packages, and what data were made from, is still there", () => {
  const folders = new Map(
    [...wasmCrates(), ...nativeCrates(), ...npmPackages()].map(({ name, folder }) => [name, folder]),
  );
  for (const { of, texts } of INSIDE) {
    const folder = folders.get(of);
    assert.ok(folder !== undefined, `${of} is shipped no more: take it out of INSIDE`);
    for (const text of texts) assert.ok(existsSync(join(folder, text)), `${of}: ${text}`);
  }
  for (const { name, told } of DATA)
    for (const path of [name.split(" ")[0] ?? "", told]) assert.ok(existsSync(path), path);
});

test("a package carries the texts of the licences and no path of this machine", () => {
  for (const part of /** @type {const} */ (["browser", "command"])) {
    const text = notice(part);
    for (const wanted of ["Permission is hereby granted", "all-MiniLM-L6-v2: Apache-2.0", "serde_json "])
      assert.ok(text.includes(wanted), `${part}: ${wanted}`);
    for (const { name, within } of DATA)
      for (const { name: work, holders } of within) {
        assert.ok(
          text.includes(`${work} in ${name.split(" ")[0]}`),
          `${part}: the notice of ${work} for ${name}`,
        );
        assert.ok(text.includes(`Copyright (c) ${holders}`), `${part}: ${holders}`);
      }
    assert.equal(text.includes("pdfjs-dist "), part === "browser", part);
    assert.equal(text.includes("rusqlite "), part === "command", part);
    for (const here of [homedir(), process.cwd()]) assert.ok(!text.includes(here), `${part} names ${here}`);
  }
});
