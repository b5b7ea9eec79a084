# shellcheck shell=bash
# Named, timed, logged stages; the count of tests; lint checks and benchmarks. Sourced by build.sh.

TIMES=

duration() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }

# finished NAME START [FAULT]: says how long a stage took, and keeps it for the table at the end.
finished() {
    local took
    took="$(duration $((SECONDS - $2)))${3:+ $3}"
    printf '<== %s: %s\n' "$1" "$took"
    TIMES=$TIMES$(printf '%-22s %s' "$1" "$took")$'\n'
}

# attempt NAME COMMAND...: runs it with its output also in .build/log/NAME.log; its status is ours.
attempt() {
    local name=$1 start=$SECONDS status
    shift
    mkdir -p .build/log
    printf '==> %s\n' "$name"
    set +e
    (
        set -e
        "$@"
    ) 2>&1 | tee ".build/log/$name.log"
    status=${PIPESTATUS[0]}
    set -e
    if [ "$status" = 0 ]; then finished "$name" "$start"; else finished "$name" "$start" "FAILED (exit $status)"; fi
    LAST_STATUS=$status
}

# stage NAME COMMAND...: the same, and a failure ends the run.
stage() {
    attempt "$@"
    [ "$LAST_STATUS" = 0 ] || die "stage '$1' failed; its output is also in .build/log/$1.log"
}

# What each stage took, and the whole run so far.
times() { printf '%s%-22s %s\n' "$TIMES" total "$(duration $SECONDS)"; }

# count_tests STAGE...: adds up what the runners of these stages reported and prints it as the last line.
# Understands cargo and wasm-bindgen-test ("test result:") and node:test ("pass N"). A stage without a test is an error.
count_tests() {
    local name passed failed all_passed=0 all_failed=0 skipped
    for name; do
        read -r passed failed skipped <<EOF
$(sed "s/$(printf '\033')\[[0-9;]*m//g" ".build/log/$name.log" | awk '
    /^test result: / { for (i = 2; i < NF; i++) { if ($(i+1) ~ /^passed/) p += $i; if ($(i+1) ~ /^failed/) f += $i; if ($(i+1) ~ /^ignored/) s += $i } }
    /^[^a-zA-Z]* pass [0-9]+$/ { p += $NF }
    /^[^a-zA-Z]* fail [0-9]+$/ { f += $NF }
    /^[^a-zA-Z]* (skipped|todo|cancelled) [0-9]+$/ { s += $NF }
    END { print p + 0, f + 0, s + 0 }')
EOF
        [ "$passed" -gt 0 ] || die "stage '$name' ran no test that build.sh could count; see .build/log/$name.log"
        printf '%-22s %5d passed, %d failed, %d skipped\n' "$name" "$passed" "$failed" "$skipped"
        all_passed=$((all_passed + passed))
        all_failed=$((all_failed + failed))
    done
    printf '%d passed, %d failed\n' "$all_passed" "$all_failed"
    [ "$all_failed" = 0 ]
}

# ---- lint -----------------------------------------------------------------------------------------------------------

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

# ---- bench ----------------------------------------------------------------------------------------------------------

# The benchmarks of the crates. Only what is measured is compiled optimised: the models' crates would take ten minutes more.
native_benchmarks() {
    local measured
    # shellcheck disable=SC2016 # of JavaScript
    measured=$(cargo metadata --no-deps --format-version 1 --locked | node -e '
        const { packages } = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const measured = packages.filter(({ targets }) => targets.some(({ kind }) => kind.includes("bench")));
        console.log(measured.map(({ name }) => `--package ${name}`).join(" "));')
    [ -n "$measured" ] || { printf 'no crate has benchmarks (crate/*/benches)\n' >&2; return 1; }
    # shellcheck disable=SC2086 # one option or several
    cargo bench $measured --benches --locked
}

# bench_command: the command as it is shipped.
bench_command() {
    cargo build --release --workspace --locked --bin citelight
}

# run_suites NAME...: builds what these suites need (all without names), runs them and writes the report. What fails does not stop the
# rest; the end says so.
run_suites() {
    local needs failed="" variant
    needs=" $(node tests/bench/run.mjs --needs "$@") " || exit 2
    case $needs in *" browser "* | *" encoders "*) setup_all ;; *) setup ;; esac
    case $needs in *" command "*)
        stage bench-command bench_command ;;
    esac
    case $needs in *" browser "* | *" encoders "*)
        # shellcheck disable=SC2086 # a list of names
        stage wasm build_wasm $PACKAGE_BUILDS
        stage bundle bundle .build/wasm ;;
    esac
    case $needs in *" encoders "*)
        for variant in simd relaxed; do stage "encoders-$variant" build_encoders "$variant"; done
        stage compared npm ci --prefix tests/bench --ignore-scripts --no-audit --no-fund --loglevel=error ;;
    esac
    attempt suites node tests/bench/run.mjs "$@"
    [ "$LAST_STATUS" = 0 ] || failed="$failed suites"
    stage report node scripts/docs/report.mjs
    [ -z "$failed" ] || die "bench failed:$failed; see .build/log/suites.log"
}

# ---- fuzz -----------------------------------------------------------------------------------------------------------

# fuzz_all MINUTES: the core, whose test of inputs has most readers, gets half of them; the others share the rest. The table at the end
# says for each reader how many inputs were tried, the longest time and the most memory for one, and how many did harm.
fuzz_all() {
    local seconds=$(($1 * 60)) failed="" what share
    local table=$ROOT/.build/log/fuzz-table.tsv
    # Always all of them: with other packages cargo would compile their dependencies anew, for other features.
    local fuzz="cargo test --release --locked --test fuzz --package citelight --package citelight-models --package citelight-pdf
        --package citelight-server --package citelight-web"
    mkdir -p .build/log
    printf 'reader\tinputs\tslowest\tmost memory\tharm\n' >"$table"
    printf '%s\n' "$1" >.build/log/fuzz-minutes
    # shellcheck disable=SC2086 # words of a command
    {
        # Compiled before the time runs.
        stage fuzz-build $fuzz --no-run
        for what in inputs models files requests messages; do
            share=$((seconds / 8))
            [ "$what" != inputs ] || share=$((seconds / 2))
            attempt "fuzz-$what" env "CITELIGHT_FUZZ_SECONDS=$share" "CITELIGHT_FUZZ_SEED=${CITELIGHT_FUZZ_SEED:-$RANDOM}" \
                "CITELIGHT_FUZZ_TABLE=$table" $fuzz -- --nocapture "mutated_$what"
            [ "$LAST_STATUS" = 0 ] || failed="$failed $what"
        done
    }
    column -t -s "$(printf '\t')" "$table"
    [ -z "$failed" ] || die "inputs did harm:$failed; the messages name the files, tests/fuzz/README.md says what to do with them"
}

# ---- package --------------------------------------------------------------------------------------------------------

# The same content gives the same archive: names sorted, times and permissions fixed, no extra fields.
archive_extensions() {
    local browser
    for browser in chrome firefox; do
        rm -f "dist/$browser.zip"
        chmod -R u=rwX,go=rX "dist/$browser"
        TZ=UTC find "dist/$browser" -exec touch -t 202001010000 {} +
        (cd "dist/$browser" && find . -type f | LC_ALL=C sort | TZ=UTC zip -X -9 -q "../$browser.zip" -@)
    done
}

# ---- release --------------------------------------------------------------------------------------------------------

# The scripts bundled and the archives made once more, of the same WebAssembly: are they the same to the last bit?
archive_again() {
    local browser first=.build/release
    rm -rf "$first"
    mkdir -p "$first"
    mv dist/chrome.zip dist/firefox.zip "$first/"
    bundle .build/wasm-opt
    archive_extensions
    for browser in chrome firefox; do
        cmp "$first/$browser.zip" "dist/$browser.zip" ||
            die "dist/$browser.zip is another one than before: was something changed since ./build.sh package?"
        say "$browser.zip: $(sha256 "dist/$browser.zip")"
    done
    rm -rf "$first"
}

# Every crate that may be published, in the order of its dependencies: packed, and compiled from the packed sources. Cargo puts those
# that crates.io does not have yet into a registry of its own.
package_crates() {
    cargo publish --workspace --dry-run --locked
}
