# shellcheck shell=bash
# Archives of the extension and what a release carries. Sourced by build.sh after stages.sh.

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
