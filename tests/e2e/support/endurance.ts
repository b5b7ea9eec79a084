/** What takes long to prove is proven by `./build.sh test-all`, every night and before a release. */
export const ENDURANCE = process.env.CITELIGHT_ENDURANCE !== undefined;

/** Options of a test that `test-all` alone runs. */
export const OF_ENDURANCE = { skip: ENDURANCE ? false : "./build.sh test-all runs it" };
