/** A bundle that holds a test is refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { assertProductOnly } from "./product-only.mjs";

/** What esbuild says of a script that imports a module. */
async function bundleOf(module: string): Promise<{ inputs: Record<string, unknown> }> {
  const { metafile } = await build({
    stdin: { contents: `import "${module}";`, resolveDir: "." },
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    packages: "external",
  });
  return metafile;
}

test("a bundle holds no test and nothing that only tests need", async () => {
  assertProductOnly(await bundleOf("./www/shared/heartbeat.ts"));
  for (const module of ["./www/product-only.test.ts", "./tests/support/factories.ts"]) {
    const bundle = await bundleOf(module);
    assert.throws(() => {
      assertProductOnly(bundle);
    }, /holds files of the tests/);
  }
});
