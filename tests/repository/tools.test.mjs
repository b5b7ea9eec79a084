import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { keep, seed } from "../../scripts/build/dependencies.mjs";
import { modelFiles } from "../../scripts/build/models.mjs";
import { serve } from "../../scripts/build/serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "citelight-tools-"));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * GET without the client's own tidying of "..".
 *
 * @param {string} base
 * @param {string} path
 * @returns {Promise<{ status: number | undefined, type: string | undefined, body: string }>}
 */
const get = (base, path) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    request({ hostname, port, path }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (/** @type {string} */ chunk) => (body += chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode, type: response.headers["content-type"], body });
      });
    })
      .on("error", reject)
      .end();
  });

test("the server serves its folder with the right types and nothing outside it", async () => {
  const root = join(folder, "site");
  mkdirSync(root);
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(root, "index.html"), "<p>hello");
  writeFileSync(join(root, "a b.wasm"), "\0asm");
  symlinkSync(join(folder, "secret.txt"), join(root, "link.txt"));
  const server = await serve(root);
  try {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.deepEqual(await get(server.url, "/?x=1"), {
      status: 200,
      type: "text/html; charset=utf-8",
      body: "<p>hello",
    });
    assert.equal((await get(server.url, "/a%20b.wasm")).type, "application/wasm");
    for (const path of [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/link.txt",
      "/%",
      "/none",
      "//",
    ]) {
      const { status, body } = await get(server.url, path);
      assert.ok(status === 404 || body === "<p>hello", `${path}: ${status} ${body}`);
    }
    const second = await serve(root, Number(new URL(server.url).port));
    assert.notEqual(second.url, server.url);
    await second.close();
  } finally {
    await server.close();
  }
});

test("a model file that differs from the manifest is found", () => {
  const models = join(folder, "models");
  mkdirSync(models);
  const sha256 = createHash("sha256").update("weights").digest("hex");
  writeFileSync(
    join(models, "manifest.json"),
    JSON.stringify({ models: [{ graph: { path: "a.onnx", sha256 } }] }),
  );
  writeFileSync(join(models, "a.onnx"), "weights");
  const verify = () =>
    spawnSync(process.execPath, ["scripts/build/verify-models.mjs", models], { encoding: "utf8" });
  assert.deepEqual(modelFiles(models), [{ path: "a.onnx", sha256 }]);
  assert.equal(verify().status, 0);
  writeFileSync(join(models, "a.onnx"), "weight");
  assert.equal(verify().status, 1);
  assert.match(verify().stderr, /a\.onnx: sha256 is/);
});

test("the tests of every kind of runner are counted, and none is an error", () => {
  /** @param {string} text */
  const count = (text) => {
    mkdirSync(join(folder, ".build/log"), { recursive: true });
    writeFileSync(join(folder, ".build/log/some.log"), text);
    const script = `set -euo pipefail; . "$0/machine.sh"; . "$0/stages.sh"; cd "$1"; count_tests some`;
    return execFileSync("bash", ["--norc", "-c", script, join(process.cwd(), "scripts/build"), folder], {
      encoding: "utf8",
      stdio: "pipe",
    });
  };
  const cargo =
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
  assert.match(count(cargo + cargo), /\n24 passed, 0 failed\n$/);
  assert.match(count("ℹ tests 3\nℹ pass 3\nℹ fail 0\n"), /\n3 passed, 0 failed\n$/);
  assert.match(count("# pass 4\n# fail 0\n"), /\n4 passed, 0 failed\n$/);
  assert.throws(() => count("# pass 0\n# fail 0\n"), /ran no test/);
  assert.throws(() => count(`${cargo}# pass 4\n# fail 2\n`));
});

test("only other people's compiled crates are kept, and only a fresh target folder is filled", () => {
  const compiled = join(folder, "target");
  const profile = join(compiled, "wasm32-unknown-unknown", "release");
  for (const crate of ["serde", "citelight-web"]) {
    mkdirSync(join(profile, ".fingerprint", `${crate}-1`), { recursive: true });
    writeFileSync(join(profile, ".fingerprint", `${crate}-1`, "lib"), crate);
  }
  mkdirSync(join(profile, "deps"));
  for (const file of ["libserde-1.rlib", "libcitelight.rlib", "citelight_web.wasm", "some_test-1"]) {
    writeFileSync(join(profile, "deps", file), file);
  }
  const old = new Date("2020-01-01T00:00:00.123Z");
  utimesSync(join(profile, "deps/libserde-1.rlib"), old, old);

  const shelf = join(folder, "shelf");
  const fresh = join(folder, "fresh");
  seed(fresh, shelf, "key");
  assert.ok(!existsSync(fresh));
  keep(compiled, shelf, "key");
  seed(fresh, shelf, "another key");
  const deps = join(fresh, "wasm32-unknown-unknown/release/deps");
  assert.deepEqual(readdirSync(deps), ["libserde-1.rlib"]);
  assert.ok(Math.abs(statSync(join(deps, "libserde-1.rlib")).mtimeMs - old.getTime()) < 2);
  assert.deepEqual(readdirSync(join(deps, "../.fingerprint")), ["serde-1"]);

  // Another checkout, with another Cargo.lock, has compiled less so far, and what has the same name there differs: build scripts
  // write paths of the target folder into some crates. What was compiled against the one cannot be used with the other.
  const begun = join(folder, "begun");
  const release = join(begun, "wasm32-unknown-unknown/release");
  seed(begun, shelf, "new lock");
  writeFileSync(join(release, "deps/libserde-1.rlib"), "compiled elsewhere");
  const more = join(profile, ".fingerprint/serde_json-1");
  mkdirSync(more);
  writeFileSync(join(profile, "deps/libserde_json-1.rlib"), "against serde compiled here");
  keep(compiled, shelf, "key");
  keep(begun, shelf, "new lock");
  const third = join(folder, "third");
  seed(third, shelf, "new lock");
  const filled = join(third, "wasm32-unknown-unknown/release/deps");
  assert.deepEqual(readdirSync(filled), ["libserde-1.rlib"], "one copy, and nothing of another");
  assert.equal(readFileSync(join(filled, "libserde-1.rlib"), "utf8"), "compiled elsewhere");

  writeFileSync(join(deps, "libserde-1.rlib"), "compiled here");
  seed(fresh, shelf, "key");
  assert.equal(readFileSync(join(deps, "libserde-1.rlib"), "utf8"), "compiled here");
  for (const key of ["second", "third"]) keep(compiled, shelf, key);
  assert.equal(readdirSync(shelf).length, 2);
});
