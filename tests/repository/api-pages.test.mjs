// The reference of the component's types can be made: every type that is spoken of is exported, and has a comment.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PAGE, writeApiPage } from "../../scripts/docs/api-pages.mjs";

test("the reference of the component's types is whole, and its links lead to headings of their own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "citelight-api-"));
  try {
    await writeApiPage(folder);
    const text = readFileSync(join(folder, PAGE), "utf8");
    const anchors = [...text.matchAll(/ \{#([\w-]+)\}$|<a id="([\w-]+)">/gm)].map(
      ([, heading, row]) => heading ?? row ?? "",
    );
    assert.equal(new Set(anchors).size, anchors.length, "an anchor stands there twice");
    for (const [link, anchor = ""] of text.matchAll(/\]\(#([\w-]+)\)/g))
      assert.ok(anchors.includes(anchor), `${link} leads nowhere`);
    for (const [, attribute = ""] of readFileSync("www/npm/custom-elements.json", "utf8").matchAll(
      /"fieldName": "(\w+)"/g,
    ))
      assert.match(text, new RegExp(`^\\| .*\`${attribute}\` \\|`, "m"), `the property ${attribute}`);
    assert.doesNotMatch(text, /\[`[^\]]*`\](?!\()/, "a link of Rust's comments");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
