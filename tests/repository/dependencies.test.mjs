import assert from "node:assert/strict";
import { test } from "node:test";
import { unfit } from "../../scripts/test/dependencies.mjs";

const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
const crate = { version: "1.0.0", dependencies: [], license: "MIT", source: CRATES_IO };

test("a licence, an origin or an open version that deny.toml forbids is named", () => {
  const own = {
    ...crate,
    name: "ours",
    license: null,
    source: null,
    dependencies: [
      { name: "pinned", req: "^1", source: CRATES_IO },
      { name: "open", req: "*", source: CRATES_IO },
      { name: "beside", req: "*", source: null, path: "/beside" },
    ],
  };
  const git = "git+https://example.org/forked";
  assert.deepEqual(
    unfit([
      own,
      { ...crate, name: "fine" },
      { ...crate, name: "old", license: "MIT/Apache-2.0" },
      { ...crate, name: "copyleft", license: "GPL-3.0-only" },
      { ...crate, name: "silent", license: null },
      { ...crate, name: "forked", source: git },
    ]),
    [
      "copyleft: GPL-3.0-only",
      "silent: no licence",
      `forked comes from ${git}`,
      "ours leaves the version of open open",
    ],
  );
});
