# shellcheck shell=bash
# What build.sh needs from the machine: messages, hashes, system packages, compilers. Sourced, not run.
# Written for bash 3.2, which macOS still ships.

say() { printf 'build.sh: %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# sha256 of a file, or of standard input; hexadecimal only.
sha256() {
    if have sha256sum; then sha256sum "$@"; else shasum -a 256 "$@"; fi | cut -d ' ' -f 1
}

# version_at_least 20.19 20.9.1: is the second version at least the first?
version_at_least() {
    [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t . -k 1,1n -k 2,2n -k 3,3n | head -n 1)" = "$1" ]
}

# Runs a command as root if this user may without being asked for a password.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif have sudo && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

# apt_offers PACKAGE [MINIMUM VERSION]: can apt install it? A fresh machine's package lists are empty: fetched once.
apt_offers() {
    local candidate
    have apt-cache || return 1
    candidate=$(apt_candidate "$1")
    if [ -z "$candidate" ] && [ -z "${APT_FRESH:-}" ]; then
        APT_FRESH=1
        as_root apt-get update -qq || true
        candidate=$(apt_candidate "$1")
    fi
    [ -n "$candidate" ] && version_at_least "${2:-0}" "$candidate"
}

apt_candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9].*\)/\1/p'; }

# Installs Debian packages, or names the command that does.
apt_install() {
    say "installing $* (apt-get)"
    as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null' sh "$@" ||
        die "needs $*; install with: sudo apt-get install --no-install-recommends $*"
}

# require_space GIBIBYTES FOLDER: is there room?
require_space() {
    local free
    free=$(df -Pk "$2" | awk 'NR == 2 { print int($4 / 1048576) }')
    [ "$free" -ge "$1" ] ||
        die "building needs $1 GiB of free disk space and there are $free; remove other checkouts' target and .build folders, or $CACHE/dependencies"
}

# require "Debian packages" "Homebrew packages" TEST...: makes TEST succeed, or says what to install.
require() {
    local debian=$1 brew=$2
    shift 2
    "$@" && return
    if have apt-get; then
        # shellcheck disable=SC2086 # a list of names
        apt_install $debian
        "$@" || die "$* still fails after installing $debian; see the messages above"
    elif have brew; then
        die "needs $debian; install with: brew install $brew"
    else
        die "needs $debian; install them with this system's package manager"
    fi
}

node_is_new() { have node && have npm && version_at_least "$NODE_MIN" "$(node -p process.versions.node)"; }

require_node() {
    node_is_new && return
    if apt_offers nodejs "$NODE_MIN"; then apt_install nodejs npm; fi
    node_is_new || die "needs Node.js $NODE_MIN or newer with npm (found: $(node --version 2>/dev/null || echo none); macOS: brew install node, elsewhere: your package manager or nodejs.org)"
}

rust_is_new() { have cargo && have rustc && version_at_least "$RUST_MIN" "$(rustc --version | cut -d ' ' -f 2)"; }

require_rust() {
    rust_is_new && return
    if have rustup; then
        say "installing Rust's stable toolchain (rustup)"
        rustup toolchain install stable --profile minimal --component clippy --component rustfmt
        rust_is_new || die "needs Rust $RUST_MIN or newer; choose it with: rustup default stable"
    elif apt_offers rustc-web "$RUST_MIN"; then
        apt_install rustc-web cargo-web
    fi
    rust_is_new || die "needs Rust $RUST_MIN or newer (found: $(rustc --version 2>/dev/null || echo none)); install rustup (apt-get install rustup, brew install rustup, or rustup.rs) and run: rustup default stable"
}

# The browser for the tests: CITELIGHT_CHROMIUM, or the first that is installed.
find_chromium() {
    local candidate
    for candidate in "${CITELIGHT_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$candidate" ] && have "$candidate"; then command -v "$candidate"; return; fi
    done
    return 1
}

# The second browser for the tests: CITELIGHT_FIREFOX, or the first that is installed.
find_firefox() {
    local candidate
    for candidate in "${CITELIGHT_FIREFOX:-}" firefox-esr firefox "/Applications/Firefox.app/Contents/MacOS/firefox"; do
        if [ -n "$candidate" ] && have "$candidate"; then command -v "$candidate"; return; fi
    done
    return 1
}

has_firefox() { find_firefox >/dev/null; }

# Debian names the package firefox-esr, others firefox; where neither is known the message says what is missing.
require_firefox() {
    local package=firefox-esr
    has_firefox || apt_offers firefox-esr || ! apt_offers firefox || package=firefox
    require "$package" "--cask firefox" has_firefox
    CITELIGHT_FIREFOX=$(find_firefox)
    export CITELIGHT_FIREFOX
}

has_browser() { find_chromium >/dev/null && have "${CHROMEDRIVER:-chromedriver}"; }

require_browser() {
    require "chromium chromium-driver" "--cask chromium chromedriver" has_browser
    CITELIGHT_CHROMIUM=$(find_chromium)
    CHROMEDRIVER=$(command -v "${CHROMEDRIVER:-chromedriver}")
    export CITELIGHT_CHROMIUM CHROMEDRIVER
}

# The database of several replicas, for the tests of `citelight serve`; Debian keeps its commands out of the path.
has_postgres() {
    local candidate
    for candidate in "${CITELIGHT_POSTGRES:-}" "$(pg_config --bindir 2>/dev/null)" /usr/lib/postgresql/*/bin; do
        [ -n "$candidate" ] && [ -x "$candidate/initdb" ] && return
    done
    return 1
}

require_postgres() { require postgresql postgresql has_postgres; }
