# shellcheck shell=bash
# The tests, in groups that may run on machines of their own. Sourced by build.sh after stages.sh and wasm.sh.

# What fails fastest comes first.
TEST_GROUPS="scripts native network wasm end-to-end"
# The stages that ran, whose tests are counted at the end.
COUNTED=
WASM_COMPILED=

# counted STAGE COMMAND...: a stage whose tests are counted.
counted() {
    stage "$@"
    COUNTED="$COUNTED $1"
}

# run_tests [GROUP...]: all groups, or those named.
run_tests() {
    local group
    for group; do
        case " $TEST_GROUPS " in *" $group "*) ;; *) usage >&2; die "no group of tests '$group': one of $TEST_GROUPS" ;; esac
    done
    # shellcheck disable=SC2086 # a list of names
    [ $# -gt 0 ] || set -- $TEST_GROUPS
    case " $* " in *" wasm "* | *" end-to-end "* | *" network "*) setup_all ;; *) setup ;; esac
    [ -z "${CITELIGHT_CLIPPY:-}" ] || compile_with_clippy
    for group in $TEST_GROUPS; do
        case " $* " in *" $group "*) "tests_${group//-/_}" "$@" ;; esac
    done
    times
    # shellcheck disable=SC2086 # a list of names
    count_tests $COUNTED
}

# The compiler of TypeScript and the tests of the tools keep one processor each busy.
tests_scripts() {
    beside typecheck npm run --silent typecheck
    counted tools npm run --silent test:tools
    joined
    counted unit npm run --silent test:unit
}

tests_native() {
    counted native test_native
}

# tests_network GROUP...: these tests wait more than they compute. Where those of WebAssembly follow, they go on beside them.
tests_network() {
    stage command build_command
    case " $* " in
        *" wasm "*)
            beside network npm run --silent test:network
            COUNTED="$COUNTED network"
            ;;
        *) counted network npm run --silent test:network ;;
    esac
}

tests_wasm() {
    compile_wasm
    counted wasm-tests test_wasm
    [ -z "${CITELIGHT_ENDURANCE:-}" ] || counted wasm-tests-relaxed test_wasm_relaxed
    joined
}

tests_end_to_end() {
    stage command build_command
    compile_wasm
    stage bundle bundle .build/wasm
    stage npm-package npm_package .build/wasm
    counted end-to-end npm run --silent test:e2e
}

# Once for both groups that need it. The builds with tract take as long to compile as all others; only test-all includes them.
compile_wasm() {
    [ -z "$WASM_COMPILED" ] || return 0
    WASM_COMPILED=yes
    # shellcheck disable=SC2086 # a list of names
    if [ -n "${CITELIGHT_ENDURANCE:-}" ]; then stage wasm build_wasm $PACKAGE_BUILDS; else stage wasm build_wasm $BASE_BUILDS; fi
}

# Which packages and features the tests are compiled with. Few tests need tract, which takes a quarter of the whole compilation: only
# test-all includes it.
test_selection() {
    printf '%s' "--workspace --locked"
    [ -n "${CITELIGHT_ENDURANCE:-}" ] || printf '%s' " --no-default-features --features citelight-cli/common"
}

# Without the examples, which `lint` compiles.
test_native() {
    dependencies seed native target
    # shellcheck disable=SC2046 # several options
    cargo test $(test_selection) --lib --bins --tests
    # shellcheck disable=SC2046
    cargo test $(test_selection) --doc
    dependencies keep native target
}

# CITELIGHT_CLIPPY=1: clippy-driver compiles the workspace in place of rustc, as under `cargo clippy -- -D warnings`. A run of `cargo clippy`
# besides would check every dependency again. Never for binaries that users get: clippy turns optimisations off.
compile_with_clippy() {
    RUSTC_WORKSPACE_WRAPPER=$(rustup which clippy-driver 2>/dev/null || command -v clippy-driver) ||
        die "CITELIGHT_CLIPPY=1 needs clippy; install with: rustup component add clippy"
    CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
    export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS
}

# The commands that the network and browser tests start. Cargo builds both for the integration tests named here. With `cargo build`, features
# of dependencies would differ from those of test_native, and most of the workspace would be compiled again.
build_command() {
    dependencies seed native target
    # shellcheck disable=SC2046 # several options
    cargo test $(test_selection) --no-run --test cli --test sample
}

# test_wasm: the wasm-bindgen tests in a headless browser (its options: webdriver.json of each crate). One call for all crates, with the
# features of compile_wasm: others would make cargo compile the dependencies again.
test_wasm() {
    run_wasm_tests simd --package citelight-web --package citelight-web-models --package citelight-gpu \
        ${CITELIGHT_ENDURANCE:+--features citelight-web-models/general} --lib --tests
}

test_wasm_relaxed() {
    run_wasm_tests relaxed --package citelight-web-models --features general --test parity
}

# run_wasm_tests VARIANT OPTION...: where there is no graphics processor the browser imitates one, which takes seconds for a short text.
run_wasm_tests() {
    local variant=$1
    shift
    on_wasm "$variant" env CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$WASM_BINDGEN/wasm-bindgen-test-runner" \
        WASM_BINDGEN_TEST_TIMEOUT=900 cargo test --profile wasm --locked "$@"
    dependencies keep "$variant" ".build/cargo/$variant"
}
