#!/usr/bin/env bash
# shellcheck disable=SC2317 # versions of shellcheck take what `main` calls for unreachable, because of the `exit` after it
# The one entry point; `./build.sh help` says what each command does.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$ROOT"
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/citelight
RUST_MIN=1.94
NODE_MIN=20.19
CARGO_DENY=0.20.2
MDBOOK=0.5.4
WASM_BROTLI_LIMIT=2960000
PACKAGE_LIMIT=14000000
SPACE=13

# shellcheck source=scripts/build/machine.sh
. scripts/build/machine.sh
# shellcheck source=scripts/build/wasm.sh
. scripts/build/wasm.sh
# shellcheck source=scripts/build/gpu.sh
. scripts/build/gpu.sh
# shellcheck source=scripts/build/stages.sh
. scripts/build/stages.sh
# shellcheck source=scripts/build/tests.sh
. scripts/build/tests.sh
# shellcheck source=scripts/build/lint.sh
. scripts/build/lint.sh
# shellcheck source=scripts/build/bench.sh
. scripts/build/bench.sh
# shellcheck source=scripts/build/package.sh
. scripts/build/package.sh

usage() {
    cat <<EOF
usage: ./build.sh COMMAND
  run [--port N] [--no-open] [--general]
                              build extension, component and demo page, serve the page on 127.0.0.1 and open it;
                              --general: with what runs models of other kinds than the embedded ones (compiles for some minutes more)
  quick [CRATE] [FILTER]      formatting, check and unit tests of what changed since main, or of one crate
  test [GROUP...]             all tests, or those of groups: scripts, native, network, wasm, end-to-end
  test-all [GROUP...]         the same, and what takes long to prove: nightly and before a release
  bench [NAME...] [--list]    every suite and benchmark, or those named; keeps results and writes the report
  fuzz [--minutes N]          mutated inputs through every reader, N minutes in all (default 120)
  package                     dist/chrome.zip, dist/firefox.zip, dist/www and dist/npm with optimised wasm, and their sizes
  release-check               what a release would carry: versions, crates, the npm package, the archives of \`package\` made again
  install-check               packages that carry the command (wheel, npm), installed from their files and tried; needs PyPI
  store                       dist/store: texts, icons and screenshots for the stores of extensions, from the build in dist/chrome
  docs-pictures [GROUP...]    docs/images/*.webp: the pictures of the user guides, from real runs of the build in dist
  docs                        dist/docs: the documentation as pages, with those of the code
  lint [CHECK...]             formatting, clippy, rustdoc, eslint, tsc, shellcheck, licences and origins of dependencies; or those checks
  advisories                  known weaknesses of crates (cargo-deny, from the network)
  gpu-parity [--port N] [--no-open]  serve a page that compares this machine's graphics processor with its processor
  setup                       only fetch and check what the others need

Compiled dependencies and tools are kept in $CACHE.
  CITELIGHT_CHROMIUM=PATH     the browser for the tests (default: the first of chromium, google-chrome)
  CITELIGHT_FIREFOX=PATH      the second browser for the tests (default: the first of firefox-esr, firefox)
  CITELIGHT_POSTGRES=FOLDER   PostgreSQL's commands for the tests (default: those of pg_config, or Debian's newest)
  CITELIGHT_CLIPPY=1          \`test\` denies clippy's warnings of what it compiles
  CITELIGHT_WASM_TARGET=debian  build the wasm32 standard library with Debian's compiler although rustup has one
EOF
}

# ---- setup ----------------------------------------------------------------------------------------------------------

setup() {
    local start=$SECONDS
    printf '==> setup\n'
    mkdir -p "$CACHE" .build
    # A first build leaves about $SPACE GiB behind; one that runs out of room fails in odd places.
    [ -d target ] || require_space "$SPACE" .
    require build-essential gcc have cc
    require_rust
    require_node
    require_wasm_target
    require_wasm_bindgen "${1:-}"
    npm_packages
    verify_models
    prune_dependencies
    export CARGO_TARGET_DIR=$ROOT/target
    unset CARGO_BUILD_BUILD_DIR CARGO_BUILD_TARGET RUSTFLAGS
    # Where nothing is compiled a second time or debugged, what is meant for that only takes time and room.
    [ -z "${CI:-}" ] || export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
    finished setup "$start"
}

# Sets up what only tests need, too.
setup_all() {
    setup tests
    require_browser
    # Where there is none its tests are left out, and the run says so (tests/run.mjs).
    if has_firefox; then require_firefox; fi
    require_postgres
}

# cargo_install FOLDER WAY_OUT SOURCE...: a command line tool into FOLDER, of the very versions that its lock file names. Others are never
# taken: nobody has looked at them. WAY_OUT says what to do where they cannot be had.
cargo_install() {
    local folder=$1 way_out=$2
    shift 2
    env -u CARGO_BUILD_BUILD_DIR -u RUSTFLAGS CARGO_TARGET_DIR="$ROOT/.build/tools" cargo install "$@" --root "$folder" --locked --quiet ||
        die "installing $* failed with the versions that its lock file names. $way_out"
    rm -rf "$ROOT/.build/tools"
}

# npm installs exactly the lock file, whose hashes it checks; no package's own script is run.
npm_packages() {
    local wanted
    wanted=$(sha256 package-lock.json)
    [ "$(cat node_modules/.citelight-lock 2>/dev/null)" = "$wanted" ] && return
    say "installing npm packages"
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    printf '%s\n' "$wanted" >node_modules/.citelight-lock
}

verify_models() {
    node scripts/build/verify-models.mjs models
}

# dependencies seed|keep native|simd|relaxed TARGET: what cargo compiled of other people's crates is kept between
# checkouts, for each kind of build and compiler, one copy per Cargo.lock.
dependencies() {
    local compiler path=$PATH
    [ "$2" = native ] || path=${WASM_BIN:+$WASM_BIN:}$PATH
    # What was compiled with other flags is of no use: "remapped" stands for those of on_wasm. "one target": earlier copies may hold what was
    # compiled in two.
    compiler=$({ PATH=$path rustc -vV; echo "one target"; [ "$2" = native ] || echo remapped; } | sha256 | cut -c 1-12)
    node scripts/build/dependencies.mjs "$1" "$3" "$CACHE/dependencies/$2-$compiler" \
        "$(cat Cargo.lock Cargo.toml | sha256 | cut -c 1-16)"
}

# Copies for compilers that were replaced.
prune_dependencies() {
    local folder
    for folder in "$CACHE"/dependencies/*/; do
        [ -d "$folder" ] || continue
        [ -n "$(find "$folder" -maxdepth 1 -mtime -30)" ] || { say "removing $folder, unused for 30 days"; rm -rf "$folder"; }
    done
}

# ---- build ----------------------------------------------------------------------------------------------------------

document() {
    dependencies seed native target
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
    dependencies keep native target
}

# bundle FOLDER: TypeScript into dist/chrome, dist/firefox and dist/www, with the wasm of FOLDER, the models and the bundled articles.
bundle() {
    CITELIGHT_WASM=$1 npm run --silent build
    node scripts/build/assemble.mjs "$1"
}

# npm_package FOLDER: the component with all that a journal hosts, in dist/npm, with the wasm of FOLDER.
npm_package() {
    node www/npm/build.mjs "$1"
}

# ---- commands -------------------------------------------------------------------------------------------------------

command_setup() { setup_all; }

# serve_options COMMAND ARGUMENTS...: sets PORT, OPEN and GENERAL.
serve_options() {
    local command=$1
    shift
    OPEN=--open PORT=8321 GENERAL=
    while [ $# -gt 0 ]; do
        case $1 in
            --no-open) OPEN= ;;
            --general) [ "$command" = run ] || { usage >&2; die "$command does not know '$1'"; }; GENERAL=general-simd ;;
            --port) PORT=${2:?--port needs a number}; shift ;;
            --port=*) PORT=${1#*=} ;;
            *) usage >&2; die "$command does not know '$1'" ;;
        esac
        shift
    done
}

command_run() {
    serve_options run "$@"
    setup
    # shellcheck disable=SC2086 # lists of names
    stage wasm build_wasm $BASE_BUILDS $GENERAL
    stage bundle bundle .build/wasm
    times
    exec node scripts/build/serve.mjs dist/www --port "$PORT" ${OPEN:+"$OPEN"}
}

command_gpu_parity() {
    serve_options gpu-parity "$@"
    setup
    stage gpu-parity build_gpu_parity
    exec node scripts/build/serve.mjs dist/gpu-parity --port "$PORT" ${OPEN:+"$OPEN"}
}

command_test() { run_tests "$@"; }

# The same, each test of endurance at its full length, and the WebAssembly of the packages.
command_test_all() {
    export CITELIGHT_ENDURANCE=1
    run_tests "$@"
}

command_quick() {
    require_rust
    require_node
    npm_packages
    mkdir -p .build
    dependencies seed native target
    exec node scripts/test/quick.mjs "$@"
}

command_bench() {
    local word
    for word; do
        case $word in
            --list) require_node; exec node tests/bench/run.mjs --list ;;
            -*) usage >&2; die "bench does not know '$word'" ;;
        esac
    done
    run_suites "$@"
}

command_fuzz() {
    local minutes=120
    case ${1:-} in
        --minutes) minutes=${2:?--minutes needs a number} ;;
        --minutes=*) minutes=${1#*=} ;;
        "") ;;
        *) usage >&2; die "fuzz does not know '$1'" ;;
    esac
    [[ $minutes =~ ^[1-9][0-9]*$ ]] || die "fuzz goes on for a whole number of minutes, not '$minutes'"
    setup
    fuzz_all "$minutes"
}

command_package() {
    setup
    require zip zip have zip
    # shellcheck disable=SC2086 # a list of names
    stage wasm build_wasm $PACKAGE_BUILDS
    local name
    for name in $PACKAGE_BUILDS; do stage "optimise-$name" optimise_wasm "$name"; done
    stage bundle bundle .build/wasm-opt
    stage npm-package npm_package .build/wasm-opt
    stage notice node scripts/build/notice.mjs command dist/NOTICE-command
    stage archive archive_extensions
    stage sizes node scripts/build/sizes.mjs --wasm-limit "$WASM_BROTLI_LIMIT" --package-limit "$PACKAGE_LIMIT"
    times
}

# The packages are those of `package`; nothing is uploaded.
command_release_check() {
    [ -f dist/chrome.zip ] || die "there is no package in dist; ./build.sh package makes them"
    setup
    require zip zip have zip
    stage npm-contents node scripts/build/release.mjs npm
    stage archived-again archive_again
    stage crates-packaged package_crates
    # The last: before a release all but this holds.
    stage versions node scripts/build/release.mjs versions
    times
}

# The packages that carry the command (wheel, npm), made of the binary of `test` or `run`, installed and tried.
command_install_check() {
    setup
    require python3-venv python3 python3 -c "import ensurepip"
    dependencies seed native target
    stage command cargo build --locked --package citelight-cli
    stage installed scripts/test/try-installed.sh target/debug/citelight
    times
}

# Pictures need the browser, and a build of the extension: that of `package` or `run`.
command_store() {
    [ -d dist/chrome/wasm ] || die "there is no build of the extension in dist/chrome; ./build.sh package makes one"
    require_node
    npm_packages
    require_browser
    stage store node store/make.mjs
}

# component, own, openreview, extension; all but the first need WebAssembly.
command_docs_pictures() {
    [ -f dist/www/cite-light.js ] || die "there is no build in dist; ./build.sh package or run makes one"
    require_node
    npm_packages
    require_browser
    stage docs-pictures node scripts/docs/docs-pictures.mjs "$@"
}

command_docs() {
    setup
    local mdbook=$CACHE/tools/mdbook-$MDBOOK
    if [ ! -x "$mdbook/bin/mdbook" ]; then
        say "installing mdbook $MDBOOK (once, some minutes)"
        cargo_install "$mdbook" "Name a version of mdbook that can be had as MDBOOK in build.sh." \
            mdbook --version "=$MDBOOK" --no-default-features --features search
    fi
    stage documentation document
    stage site node scripts/docs/docs-site.mjs "$mdbook/bin/mdbook" target/doc
}

command_lint() { run_lints "$@"; }

command_advisories() {
    setup
    stage advisories check_advisories
}

main() {
    local command=${1:-help}
    [ $# -eq 0 ] || shift
    case $command in
        setup | run | quick | test | bench | fuzz | package | store | docs | lint | advisories) "command_$command" "$@" ;;
        test-all) command_test_all "$@" ;;
        docs-pictures) command_docs_pictures "$@" ;;
        gpu-parity) command_gpu_parity "$@" ;;
        release-check) command_release_check "$@" ;;
        install-check) command_install_check "$@" ;;
        help | --help | -h) usage ;;
        *) usage >&2; die "no command '$command'" ;;
    esac
}

# On one line with its end: bash reads on after it, in a file that may have changed meanwhile.
main "$@"; exit
