# shellcheck shell=bash
# The wasm32 target, wasm-bindgen, and the builds of crate/web and crate/web-models. Sourced by build.sh after machine.sh.

WASM_TARGET=wasm32-unknown-unknown
# Put before PATH while compiling for the browser; empty when the usual compiler has the target itself.
WASM_BIN=

has_wasm_std() { compgen -G "$("$1" --print target-libdir --target $WASM_TARGET 2>/dev/null)/libstd-*.rlib" >/dev/null; }

# Finds or makes a compiler with the wasm32 standard library: the usual one, rustup's, or Debian's with a private sysroot.
# CITELIGHT_WASM_TARGET=debian skips the first two.
require_wasm_target() {
    if [ "${CITELIGHT_WASM_TARGET:-}" != debian ]; then
        has_wasm_std rustc && return
        if have rustup && ! has_debian_sysroot; then
            say "adding $WASM_TARGET (rustup)"
            rustup target add $WASM_TARGET && has_wasm_std rustc && return
            say "rustup could not add $WASM_TARGET; trying the system's compiler"
        fi
    fi
    debian_compiler || apt_offers rust-web-src "$RUST_MIN" ||
        die "needs Rust's standard library for $WASM_TARGET; install with: rustup target add $WASM_TARGET"
    debian_compiler || apt_install rustc-web cargo-web rust-web-src
    debian_linker >/dev/null || apt_install "lld-$(llvm_major)"
    debian_sysroot
}

debian_compiler() {
    [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] && [ -d /usr/lib/rustlib/src/rust/library ] &&
        version_at_least "$RUST_MIN" "$(/usr/bin/rustc --version | cut -d ' ' -f 2)"
}
llvm_major() { /usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }
debian_linker() { command -v "/usr/bin/lld-$(llvm_major)"; }

# Debian ships no wasm32 standard library for its newest compiler, but its source: it is built once per compiler into a
# sysroot of ours (nothing is written to /usr), behind a `rustc` that knows it.
debian_sysroot() {
    local sysroot
    sysroot=$(debian_sysroot_folder)
    WASM_BIN=$sysroot/bin
    has_debian_sysroot && return
    mkdir -p "$CACHE/sysroot"
    (
        have flock && { exec 9>"$CACHE/sysroot/lock"; flock 9; }
        has_debian_sysroot || build_debian_sysroot "$sysroot"
    )
}

debian_sysroot_folder() { printf '%s/sysroot/%s\n' "$CACHE" "$({ /usr/bin/rustc -vV; echo recipe 1; } | sha256 | cut -c 1-12)"; }
has_debian_sysroot() { debian_compiler && [ -x "$(debian_sysroot_folder)/bin/rustc" ]; }

build_debian_sysroot() {
    local sysroot=$1 work host
    say "building the wasm32 standard library with Debian's compiler (once, about two minutes)"
    rm -rf "$CACHE"/sysroot/build.* # of interrupted runs; the lock is ours
    work=$(mktemp -d "$CACHE/sysroot/build.XXXXXX")
    host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
    mkdir -p "$work/empty/src"
    printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' >"$work/empty/Cargo.toml"
    printf '#![no_std]\n' >"$work/empty/src/lib.rs"
    # `test` is in the list because cargo test and wasm-bindgen-test link it.
    (
        cd "$work/empty"
        env -u CARGO_BUILD_BUILD_DIR CARGO_TARGET_DIR="$work/target" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
            RUSTFLAGS=-Cembed-bitcode=yes CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="/usr/bin/wasm-ld-$(llvm_major)" \
            /usr/bin/cargo build -Zbuild-std=std,panic_abort,test --target $WASM_TARGET --release
    ) || { rm -rf "$work"; die "building the wasm32 standard library failed; rustup with 'rustup target add $WASM_TARGET' works too"; }

    local made=$work/sysroot lib=$work/sysroot/lib/rustlib
    mkdir -p "$lib/$WASM_TARGET/lib" "$lib/$host/bin" "$made/bin"
    cp "$work/target/$WASM_TARGET/release/deps/"*.rlib "$lib/$WASM_TARGET/lib/"
    rm -f "$lib/$WASM_TARGET/lib/"libempty-*.rlib
    ln -s "/usr/lib/rustlib/$host/lib" "$lib/$host/lib"
    ln -s /usr/lib/rustlib/etc "$lib/etc"
    ln -s /usr/lib/rustlib/src "$lib/src"
    ln -s "$(debian_linker)" "$lib/$host/bin/rust-lld" # the name under which rustc looks for its wasm linker
    local tool
    for tool in rustc rustdoc; do
        printf '#!/bin/sh\nexec /usr/bin/%s --sysroot "%s" "$@"\n' $tool "$sysroot" >"$made/bin/$tool"
        chmod +x "$made/bin/$tool"
    done
    ln -s /usr/bin/cargo "$made/bin/cargo"
    rm -rf "$sysroot"
    mv "$made" "$sysroot"
    rm -rf "$work"
}

# What writes the JavaScript must be of the very version that the crates are locked to. It is built from tools/wasm-bindgen, whose lock
# file names everything that writes the glue which is shipped. require_wasm_bindgen [tests]: with the runner of tests in a browser, too.
require_wasm_bindgen() {
    local tool
    tool=$CACHE/tools/wasm-bindgen-$(cat tools/wasm-bindgen/Cargo.toml tools/wasm-bindgen/Cargo.lock tools/wasm-bindgen/src/*.rs | sha256 | cut -c 1-12)
    WASM_BINDGEN=$tool/bin
    if [ "${1:-}" = tests ]; then
        [ -x "$WASM_BINDGEN/wasm-bindgen-test-runner" ] && return
        say "building wasm-bindgen and its test runner (once, a minute or two)"
        set -- --features test-runner
    else
        [ -x "$WASM_BINDGEN/wasm-bindgen" ] && return
        say "building wasm-bindgen (once, half a minute)"
        set --
    fi
    cargo_install "$tool" "If a version can no longer be had: cargo update --manifest-path tools/wasm-bindgen/Cargo.toml -p CRATE" \
        --path tools/wasm-bindgen "$@"
}

# Where cargo keeps the sources of other people's crates: panics name them. The module calls the folder "crates", so that it tells
# nothing of the machine that built it. (A folder with a space in its name stays: flags are parted by spaces.)
remap_crates() {
    [ -n "${REMAP_CRATES:-}" ] && return
    # shellcheck disable=SC2016 # of JavaScript
    REMAP_CRATES=$(cargo metadata --format-version 1 --locked --filter-platform $WASM_TARGET | node -e '
        const { dirname } = require("path");
        const { packages } = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const folders = packages.flatMap((one) => (one.source === null ? [] : [dirname(dirname(one.manifest_path))]));
        console.log([...new Set(folders)].filter((folder) => !folder.includes(" ")).sort().map((folder) => `--remap-path-prefix=${folder}=crates`).join(" "));')
}

# on_wasm VARIANT COMMAND...: runs cargo for the browser, with the variant's processor features.
on_wasm() {
    local variant=$1 features
    shift
    case $variant in
        simd) features=+simd128 ;;
        relaxed) features=+simd128,+relaxed-simd ;;
        *) die "no wasm variant '$variant': simd or relaxed" ;;
    esac
    remap_crates
    # Clippy's compiler (compile_with_clippy) makes slower code.
    env -u RUSTC_WORKSPACE_WRAPPER PATH="${WASM_BIN:+$WASM_BIN:}$PATH" CARGO_TARGET_DIR="$ROOT/.build/cargo/$variant" \
        CARGO_BUILD_TARGET=$WASM_TARGET \
        RUSTFLAGS="-C target-feature=$features --cfg getrandom_backend=\"wasm_js\" $REMAP_CRATES" "$@"
}

# The builds, by the names of their folders: the core; the encoders of citelight-encoder, in integers, which gain nothing
# from relaxed SIMD; any other graph, in floats, which does. What each is for, docs/architecture.md says.
# shellcheck disable=SC2034 # for build.sh
BASE_BUILDS="core models"
PACKAGE_BUILDS="core models general-simd general-relaxed"

# describe_build BUILD: sets `variant`, `package` and cargo's `selection`. The first two are compiled together, so that they share what
# they depend on.
describe_build() {
    variant=simd package=citelight-web-models selection="--package citelight-web --package citelight-web-models"
    case $1 in
        core) package=citelight-web ;;
        models) ;;
        # The selection of test_wasm, so that tract is compiled once for both.
        general-simd) selection="$selection --features citelight-web-models/general" ;;
        general-relaxed) selection="--package citelight-web-models --features general" variant=relaxed ;;
        *) die "no build '$1': one of $PACKAGE_BUILDS" ;;
    esac
}

# build_wasm BUILD...: compiles builds and writes each module with its JavaScript into .build/wasm/BUILD, if anything changed; removes
# the builds that are not named, which would be of other sources.
build_wasm() {
    local name variant package selection compiled=""
    for name in $PACKAGE_BUILDS; do
        case " $* " in *" $name "*) ;; *) rm -rf ".build/wasm/$name" ;; esac
    done
    for name; do
        describe_build "$name"
        # Cargo decides what is stale. Builds of one selection stand beside each other, so it is asked once.
        if [ "$compiled" != "$variant $selection" ]; then
            dependencies seed "$variant" ".build/cargo/$variant"
            # shellcheck disable=SC2086 # several options
            on_wasm "$variant" cargo build --profile wasm --locked $selection --lib
            dependencies keep "$variant" ".build/cargo/$variant"
            compiled="$variant $selection"
        fi
        bind_wasm "$name" ".build/cargo/$variant/$WASM_TARGET/wasm/${package//-/_}.wasm"
    done
}

# bind_wasm BUILD MODULE: writes a compiled module and its JavaScript into .build/wasm/BUILD.
bind_wasm() {
    local out=.build/wasm/$1 module=$2 stamp
    stamp="$(sha256 "$module") $WASM_BINDGEN"
    [ -f "$out/$(basename "$module" .wasm)_bg.wasm" ] && [ "$(cat "$out/.stamp" 2>/dev/null)" = "$stamp" ] && return
    rm -rf "$out"
    mkdir -p "$out"
    "$WASM_BINDGEN/wasm-bindgen" "$module" "$out"
    printf '%s\n' "$stamp" >"$out/.stamp"
}

# The encoders alone, for tests/bench/encoder.bench.ts, into .build/bench/VARIANT.
build_encoders() {
    local variant=$1 out=.build/bench/$1
    on_wasm "$variant" cargo build --profile wasm --locked --package citelight-web-models --features bench --example encoders
    rm -rf "$out"
    mkdir -p "$out"
    "$WASM_BINDGEN/wasm-bindgen" ".build/cargo/$variant/$WASM_TARGET/wasm/examples/encoders.wasm" "$out"
}

# Shrinks one build for packages: minutes of work for a quarter of the raw size, so not for every test run.
optimise_wasm() {
    local variant package selection from=.build/wasm/$1 to=.build/wasm-opt/$1 relaxed="" stamp
    describe_build "$1"
    stamp="$(cat "$from/.stamp") $(node -p 'require("./node_modules/binaryen/package.json").version')"
    [ "$(cat "$to/.stamp" 2>/dev/null)" = "$stamp" ] && return
    [ "$variant" = relaxed ] && relaxed=--enable-relaxed-simd
    rm -rf "$to"
    mkdir -p "$to"
    cp "$from"/* "$to/"
    # Named features: with all of them Chromium refuses the result.
    # shellcheck disable=SC2086 # empty or one option
    npx --no-install wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-bulk-memory-opt --enable-sign-ext \
        --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-multivalue $relaxed \
        "$from/${package//-/_}_bg.wasm" -o "$to/${package//-/_}_bg.wasm"
    printf '%s\n' "$stamp" >"$to/.stamp"
}
