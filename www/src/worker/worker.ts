/**
 * The worker that owns the core. Picks the build of the core that this browser runs best, then passes messages on.
 *
 * The builds lie beside this script: wasm/simd/ and wasm/relaxed/. Another folder is given as `?wasm=URL`.
 */

import type { FromWorker } from "../generated/FromWorker";
import type { ToWorker } from "../generated/ToWorker";

interface Core {
  receive(message: ToWorker): void;
}

interface CoreModule {
  default: (options: { module_or_path: URL }) => Promise<unknown>;
  Worker: new (post: (message: FromWorker) => void) => Core;
}

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

const post = (message: FromWorker): void => {
  self.postMessage(message);
};

// Messages that come while the core is being fetched wait here.
const waiting: ToWorker[] = [];
let core: Core | null = null;

self.addEventListener("message", (event: MessageEvent<ToWorker>) => {
  if (core === null) waiting.push(event.data);
  else core.receive(event.data);
});

async function start(): Promise<void> {
  const variant = WebAssembly.validate(RELAXED_SIMD) ? "relaxed" : "simd";
  const folder = new URL(self.location.href).searchParams.get("wasm") ?? "./wasm/";
  const base = new URL(`${variant}/`, new URL(folder, self.location.href));
  const module = (await import(new URL("citelight_web.js", base).href)) as CoreModule;
  await module.default({ module_or_path: new URL("citelight_web_bg.wasm", base) });
  core = new module.Worker(post);
  for (const message of waiting.splice(0)) core.receive(message);
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({
    kind: "failed",
    audit: null,
    message: `The core of Citelight could not be loaded: ${reason}. Reload the page; if this stays, the browser lacks WebAssembly SIMD or the page's content policy forbids WebAssembly.`,
  });
  // Nothing works from here on; the client starts another worker when asked again.
  self.close();
});
