# shellcheck shell=bash
# Benchmarks and fuzzing. Sourced by build.sh after stages.sh.

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
    cargo build --release --workspace --locked --bin citelight --bin citelight-eval
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

# fuzz_all MINUTES: the core, whose test of inputs has most readers, gets half of them; the others share the rest. The table at the end
# says for each reader how many inputs were tried, the longest time and the most memory for one, and how many did harm.
fuzz_all() {
    local seconds=$(($1 * 60)) failed="" what share
    local table=$ROOT/.build/log/fuzz-table.tsv
    # Always all of them: with other packages cargo would compile their dependencies anew, for other features.
    local fuzz="cargo test --release --locked --test fuzz --package citelight --package citelight-eval --package citelight-models --package citelight-pdf
        --package citelight-server --package citelight-web"
    mkdir -p .build/log
    printf 'reader\tinputs\tslowest\tmost memory\tharm\n' >"$table"
    printf '%s\n' "$1" >.build/log/fuzz-minutes
    # shellcheck disable=SC2086 # words of a command
    {
        # Compiled before the time runs.
        stage fuzz-build $fuzz --no-run
        for what in inputs models files requests messages evaluation; do
            share=$((seconds / 10))
            [ "$what" != inputs ] || share=$((seconds / 2))
            attempt "fuzz-$what" env "CITELIGHT_FUZZ_SECONDS=$share" "CITELIGHT_FUZZ_SEED=${CITELIGHT_FUZZ_SEED:-$RANDOM}" \
                "CITELIGHT_FUZZ_TABLE=$table" $fuzz -- --nocapture "mutated_$what"
            [ "$LAST_STATUS" = 0 ] || failed="$failed $what"
        done
    }
    column -t -s "$(printf '\t')" "$table"
    [ -z "$failed" ] || die "inputs did harm:$failed; the messages name the files, tests/fuzz/README.md says what to do with them"
}
