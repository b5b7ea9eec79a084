import assert from "node:assert/strict";
import { test } from "node:test";
import { generalBuild } from "./general-build";

test("the fastest of the carried builds that runs is taken, and where none is the reader is told what to do", (context) => {
  const relaxed = context.mock.method(WebAssembly, "validate", () => true);
  assert.equal(generalBuild(["general-relaxed", "general-simd"]), "general-relaxed");
  assert.equal(generalBuild(["general-simd"]), "general-simd");
  relaxed.mock.mockImplementation(() => false);
  assert.equal(generalBuild(["general-relaxed", "general-simd"]), "general-simd");
  for (const none of [[], ["general-relaxed"]] as const)
    assert.throws(
      () => generalBuild(none),
      /models of the embedded kinds only; .*\.\/build\.sh run --general/,
    );
});
