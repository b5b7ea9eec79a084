# shellcheck shell=bash
# Named, timed, logged stages and the count of tests. Sourced by build.sh.

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

# What runs in the background: a name and its process group, or nothing.
BESIDE=
BESIDE_GROUP=

# beside NAME COMMAND...: a stage that waits, or keeps one processor busy, goes on while others run, with its output in
# .build/log/NAME.log. `joined` ends it.
beside() {
    local name=$1 start=$SECONDS
    shift
    mkdir -p .build/log
    printf '==> %s, beside what follows\n' "$name"
    BESIDE=$name
    # A process group of its own: what it started is stopped with it.
    set -m
    (
        set -e
        "$@"
        printf '%s\n' $((SECONDS - start)) >".build/log/$name.seconds"
    ) >".build/log/$name.log" 2>&1 </dev/null &
    BESIDE_GROUP=$!
    set +m
    trap 'kill -- "-$BESIDE_GROUP" 2>/dev/null' EXIT
}

# joined: waits for what `beside` started, if anything, and prints what it wrote. A failure ends the run.
joined() {
    local name=$BESIDE status=0
    [ -n "$name" ] || return 0
    BESIDE=
    wait "$BESIDE_GROUP" || status=$?
    trap - EXIT
    cat ".build/log/$name.log"
    [ "$status" = 0 ] || die "stage '$name' failed (exit $status); its output is also in .build/log/$name.log"
    finished "$name" $((SECONDS - $(cat ".build/log/$name.seconds")))
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
