/**
 * Which build for graphs of any kind Firefox takes: not every version that runs Citelight has relaxed SIMD, and one build is enough to
 * carry.
 */

import { carriedBuilds, noGeneralBuild } from "./carried-builds";

export function generalBuild(): "general-simd" {
  return carriedBuilds.includes("general-simd") ? "general-simd" : noGeneralBuild();
}
