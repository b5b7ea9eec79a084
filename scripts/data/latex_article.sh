#!/usr/bin/env bash
# Turn the LaTeX source of an openly licensed article into a slim LaTeXML page, as arXiv serves them.
#   latex_article.sh main.tex out.html
# Needs LaTeXML (Debian: apt-get install latexml). Packages that the article loads but does not use and that LaTeXML
# cannot read here (lipsum, xy) are left out; nothing else of the source is changed. E-mail addresses are dropped.
set -euo pipefail

source=$1
target=$(realpath -m "$2")
tools=$(cd "$(dirname "$0")" && pwd)
command -v latexml >/dev/null || { echo "latex_article.sh: latexml is missing: apt-get install latexml" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -E '/\\usepackage(\[[^]]*\])?\{(lipsum|xy)\}/d; /\\xyoption\{/d; /\\input[ {]*xy\b/d' "$source" >"$work/main.tex"
cd "$work"
latexml --quiet --dest=main.xml main.tex
latexmlpost --quiet --format=html5 --pmml --nodefaultresources --dest=main.html main.xml
python3 "$tools/slim_article.py" --keep-math --drop-class ltx_role_email main.html >"$target"
