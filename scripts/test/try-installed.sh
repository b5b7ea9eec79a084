#!/usr/bin/env bash
# Installs the packages that carry the command from their files, each into an empty environment, and has them do their main work.
#   scripts/test/try-installed.sh BINARY
#   scripts/test/try-installed.sh --folder FOLDER   tries what `cargo install` put there, with the models of this checkout
set -euo pipefail

binary=$(realpath "${2:-$1}")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# Without the reader's own settings, and far from any folder with models.
works() {
    local name=$1 path=$2
    mkdir -p "$work/empty"
    cd "$work/empty"
    cat >works.jsonl <<'RECORDS'
{"id":"1","title":"Banks and willows of slow rivers","authors":["Weil, Ida"],"year":2004,"venue":"River Notes","type":"journal-article"}
RECORDS
    cat >refs.bib <<'ENTRIES'
@article{weil, title={Banks and willows of slow rivers}, author={Weil, Ida}, journal={River Notes}, year={2004}}
@article{none, title={What no record holds of anything}, author={Nobody, Nora}, year={2020}, journal={Void}}
ENTRIES
    run() { env -i "PATH=$path" "HOME=$work/home" ${models:+"CITELIGHT_MODELS=$models"} citelight "$@"; }
    run --version
    local status=0
    run bib refs.bib --records works.jsonl --complete-records || status=$?
    [ "$status" = 1 ] || { echo "$name: bib ended with $status; one of two entries needs review" >&2; exit 1; }
    node "$root/scripts/test/try-servers.mjs" "$path" "$work/home"
    status=0
    run check "$root/www/demo/articles/sample.html" --records "$root/www/demo/library/records.jsonl" \
        --texts "$root/www/demo/library" >check.txt || status=$?
    if [ "$status" != 1 ] || grep -q "No models are loaded" check.txt; then
        cat check.txt >&2
        echo "$name: check ended with $status; the sample needs review, by the models that were installed" >&2
        exit 1
    fi
    cd "$root"
    echo "$name: installed and tried"
}

models=
if [ "$1" = --folder ]; then
    models=$root/models
    works "cargo install" "$binary:/usr/bin:/bin"
    exit
fi

python3 -m venv "$work/build"
"$work/build/bin/pip" install --quiet --disable-pip-version-check 'hatchling>=1.27'
PATH="$work/build/bin:$PATH" node scripts/build/install-packages.mjs wheel "$binary" "$work/wheels"
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps "$work"/wheels/citelight-*.whl
works wheel "$work/python/bin:/usr/bin:/bin"

node scripts/build/install-packages.mjs npm "$binary" "$work/npm"
packed=()
for folder in "$work"/npm/*/; do
    packed+=("$work/npm/$(cd "$folder" && npm pack --silent --ignore-scripts --pack-destination ..)")
done
mkdir "$work/project"
(cd "$work/project" && npm init --yes >/dev/null && npm install --silent --omit=optional --no-audit --no-fund --offline "${packed[@]}")
works npm "$work/project/node_modules/.bin:$(dirname "$(command -v node)"):/usr/bin:/bin"
