# shellcheck shell=bash
# The tests of crate/gpu, and the page that compares the graphics processor with the processor. Sourced by build.sh after
# wasm.sh.

# The wasm-bindgen tests in a headless browser (its options: crate/gpu/webdriver.json). Where there is no graphics processor
# the browser imitates one, which takes seconds for a short text.
test_gpu() {
    on_wasm simd env CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$WASM_BINDGEN/wasm-bindgen-test-runner" \
        WASM_BINDGEN_TEST_TIMEOUT=900 cargo test --release --locked --package citelight-gpu
    on_wasm simd env CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$WASM_BINDGEN/wasm-bindgen-test-runner" \
        WASM_BINDGEN_TEST_TIMEOUT=900 cargo test --release --locked --package citelight-models \
        --no-default-features --features webgpu --test webgpu
    dependencies keep simd .build/cargo/simd
}

# Compiles the module of www/gpu-parity and puts the page into dist/gpu-parity.
build_gpu_parity() {
    local out=.build/gpu-parity
    dependencies seed simd .build/cargo/simd
    on_wasm simd cargo build --release --locked --package citelight-gpu --example parity
    rm -rf "$out"
    mkdir -p "$out"
    "$WASM_BINDGEN/wasm-bindgen" ".build/cargo/simd/$WASM_TARGET/release/examples/parity.wasm" "$out"
    node www/gpu-parity/build.mjs "$out"
}
