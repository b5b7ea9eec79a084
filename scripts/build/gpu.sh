# shellcheck shell=bash
# The page that compares the graphics processor with the processor. Sourced by build.sh after wasm.sh.

# Compiles the module of www/gpu-parity and puts the page into dist/gpu-parity.
build_gpu_parity() {
    local out=.build/gpu-parity
    dependencies seed simd .build/cargo/simd
    on_wasm simd cargo build --profile wasm --locked --package citelight-gpu --example parity
    rm -rf "$out"
    mkdir -p "$out"
    "$WASM_BINDGEN/wasm-bindgen" ".build/cargo/simd/$WASM_TARGET/wasm/examples/parity.wasm" "$out"
    node www/gpu-parity/build.mjs "$out"
}
