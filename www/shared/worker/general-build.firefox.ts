/**
 * Which build for graphs of any kind Firefox takes: not every version that runs Citelight has relaxed SIMD, and one build is enough to
 * carry.
 */

export function generalBuild(): "general-simd" {
  return "general-simd";
}
