// The newcomer's path on a small repository: the commands are README's, begin with nothing, and what fails is told.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { commandsOf, follow } from "../newcomer/path.mjs";
import { emptyHome } from "../newcomer/places.mjs";

const README = "# Small\n\n    ./build.sh run\n\nserves.\n\n    ./build.sh test\n\ntests.\n";
const SERVER =
  'import { createServer } from "node:http"; const server = createServer((_, answer) => { answer.end("ready"); });' +
  ' server.listen(0, "127.0.0.1", () => console.log(`Here: http://127.0.0.1:${server.address().port}/`));';

/**
 * A repository whose build.sh serves a page or notes what it was given, with what a newcomer is not given.
 *
 * @param {(folder: string) => Promise<void>} use
 */
async function withRepository(use) {
  const folder = mkdtempSync(join(tmpdir(), "citelight-small-"));
  try {
    writeFileSync(join(folder, "README.md"), README);
    writeFileSync(join(folder, "serve.mjs"), SERVER);
    writeFileSync(
      join(folder, "build.sh"),
      `#!/usr/bin/env bash\ncase $1 in run) exec node serve.mjs ;; test) env >'${folder}/seen'; ls -A "$HOME" >>'${folder}/seen'; exit "$(cat status)" ;; esac\n`,
    );
    chmodSync(join(folder, "build.sh"), 0o755);
    writeFileSync(join(folder, "status"), "0");
    const git = (/** @type {string[]} */ ...words) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=T", "-c", "user.email=t@example.org", ...words]);
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "small");
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} folder @param {(address: string) => Promise<void>} look */
async function followed(folder, look) {
  const place = emptyHome();
  try {
    await follow(folder, place, look);
  } finally {
    place.remove();
  }
}

test("README's commands are two, and one serves the page", () => {
  assert.deepEqual(commandsOf("README.md").toSorted(), ["./build.sh run", "./build.sh test"]);
});

test("commands see an empty home and nothing of this environment; the page is looked at, and its server ended", async () => {
  await withRepository(async (folder) => {
    process.env.CITELIGHT_SECRET = "of this machine";
    let address = "";
    await followed(folder, async (served) => {
      address = served;
      assert.equal(await (await fetch(served)).text(), "ready");
    });
    delete process.env.CITELIGHT_SECRET;
    const seen = readFileSync(join(folder, "seen"), "utf8").trimEnd().split("\n");
    const names = seen.flatMap((line) => (line.includes("=") ? [line.replace(/=.*/, "")] : []));
    assert.deepEqual(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name)).toSorted(), [
      "HOME",
      "LANG",
      "PATH",
    ]);
    assert.deepEqual(
      seen.filter((line) => !line.includes("=") && !/^\.(cargo|rustup)$/.test(line)),
      ["citelight"],
    );
    await assert.rejects(fetch(address), "the server was ended");
  });
});

test("a command that fails, and a page that is not right, fail the path", async () => {
  await withRepository(async (folder) => {
    await assert.rejects(
      followed(folder, () => Promise.reject(new Error("no marks"))),
      /no marks/,
    );
    // Not committed, so not followed.
    writeFileSync(join(folder, "status"), "3");
    await followed(folder, () => Promise.resolve());
    execFileSync("git", [
      "-C",
      folder,
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@example.org",
      "commit",
      "-qam",
      "fails",
    ]);
    await assert.rejects(
      followed(folder, () => Promise.resolve()),
      /\.\/build\.sh test ended with 3/,
    );
  });
});
