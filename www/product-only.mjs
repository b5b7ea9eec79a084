// What is shipped holds neither tests nor what they need, although unit tests stand beside the code.

const OF_TESTS = /(^|\/)tests\/|\.(test|bench)\.ts$/;

/**
 * Refuses a bundle with a file of the tests.
 *
 * @param {{ inputs: Record<string, unknown> }} metafile of esbuild
 */
export function assertProductOnly({ inputs }) {
  const found = Object.keys(inputs).filter((path) => OF_TESTS.test(path) && !path.includes("node_modules/"));
  if (found.length > 0) throw new Error(`the bundle holds files of the tests: ${found.join(", ")}`);
}
