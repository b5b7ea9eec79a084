# shellcheck shell=bash
# Formatting, lints, licences and origins of dependencies. Sourced by build.sh after stages.sh.

# Runs every check, then fails if one did.
lint_all() {
    local failed="" left_out=""
    check() {
        attempt "$@"
        [ "$LAST_STATUS" = 0 ] || failed="$failed $1"
    }
    check format cargo fmt --all --check
    check clippy cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
    if [ -z "$WASM_BIN" ]; then
        check clippy-wasm on_wasm simd cargo clippy --package citelight-web --package citelight-web-models \
            --package citelight-gpu --all-targets --locked --quiet -- -D warnings
    else
        left_out="$left_out clippy-wasm(no clippy for Debian's compiler; rustup target add $WASM_TARGET)"
    fi
    check rustdoc env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet
    check eslint npm run --silent lint
    check prettier npm run --silent format:check
    check typecheck npm run --silent typecheck
    if have shellcheck; then
        check shellcheck shellcheck --external-sources build.sh .ci/run scripts/*/*.sh
    else
        left_out="$left_out shellcheck(apt-get install shellcheck)"
    fi
    check cargo-deny check_dependencies
    check npm-audit node scripts/test/npm-audit.mjs
    check file-lengths node scripts/test/file-lengths.mjs
    times
    [ -z "$left_out" ] || say "left out:$left_out"
    [ -z "$failed" ] || die "lint failed:$failed"
    say "lint: every check passed${left_out:+, some left out}"
}

# Licences, duplicates and origins from deny.toml; advisories when their database can be had.
check_dependencies() {
    local deny=$CACHE/tools/cargo-deny-$CARGO_DENY
    if [ ! -x "$deny/bin/cargo-deny" ]; then
        say "installing cargo-deny $CARGO_DENY (once, some minutes)"
        cargo_install "$deny" "Name a version of cargo-deny that can be had as CARGO_DENY in build.sh." \
            cargo-deny --version "=$CARGO_DENY"
    fi
    "$deny/bin/cargo-deny" --locked check licenses bans sources
    if "$deny/bin/cargo-deny" --locked fetch db; then
        "$deny/bin/cargo-deny" --locked check advisories
    else
        say "NOT CHECKED: advisories; their database could not be fetched"
    fi
}
