/** Which build for graphs of any kind a browser takes. Only this one gains from relaxed SIMD: the others compute in integers. */

import { carriedBuilds, noGeneralBuild, type GeneralBuild } from "./carried-builds";

// (module (func (result v128) i32.const 0 i8x16.splat i32.const 0 i8x16.splat i8x16.relaxed_swizzle)):
// valid only where relaxed SIMD is.
const RELAXED_SIMD = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic, version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // type section: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // function section: one of type 0
  ...[0x0a, 0x0f, 0x01, 0x0d, 0x00], // code section: one body of 13 bytes, no locals
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f], // i32.const 0, i8x16.splat, twice
  ...[0xfd, 0x80, 0x02], // i8x16.relaxed_swizzle
  0x0b, // end
);

/** The fastest of the carried builds that this browser runs. Throws where there is none. */
export function generalBuild(carried: readonly GeneralBuild[] = carriedBuilds): GeneralBuild {
  const runs = carried.filter((build) => build === "general-simd" || WebAssembly.validate(RELAXED_SIMD));
  return runs[0] ?? noGeneralBuild();
}
