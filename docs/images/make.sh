#!/usr/bin/env bash
# Makes comment.png, the comment that README.md shows: the Markdown of a real
# comparison, rendered as a pull request shows it. comment.sums keeps the
# SHA-256 of that Markdown, without what is folded, and of the picture, so that a test can tell when the
# picture is of another comment than the program writes now. Needs Go, perl,
# cmark-gfm, chromium and pngquant.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 1 is the regression that the picture is about.
go build -o "$work/noisegate" ./cmd/noisegate
status=0
"$work/noisegate" compare --baseline testdata/googlebenchmark/baseline.json --aa 'testdata/googlebenchmark/aa-*.json' \
  --candidate testdata/googlebenchmark/slow10.json --output markdown >"$work/comment.md" || status=$?
[ "$status" -eq 1 ]
# What is folded, and the version, are no part of what the picture shows.
perl -0pe 's{(<details><summary>.*?</summary>).*?</details>}{$1</details>}gs; s{<sub>noisegate .*</sub>}{<sub>noisegate</sub>}' \
  "$work/comment.md" >"$work/visible.md"

{
  cat <<'HTML'
<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 16px; width: 928px; background: #fff; color: #1f2328; font: 15px/1.5 "Liberation Sans", Arial, sans-serif; }
article { border: 1px solid #d0d7de; border-radius: 6px; overflow: hidden; }
header { background: #f6f8fa; border-bottom: 1px solid #d0d7de; padding: 9px 16px; color: #59636e; font-size: 14px; }
header b { color: #1f2328; }
header span { border: 1px solid #d0d7de; border-radius: 1em; padding: 0 7px; font-size: 12px; margin-left: 4px; }
main { padding: 4px 16px 12px; }
h3 { font-size: 19px; margin: 14px 0 10px; }
p { margin: 0 0 10px; }
table { border-collapse: collapse; margin: 0 0 12px; }
th, td { border: 1px solid #d0d7de; padding: 5px 10px; }
code { background: #eff1f3; border-radius: 5px; padding: 2px 5px; font: 13px "DejaVu Sans Mono", monospace; }
details { margin: 0 0 9px; }
sub { color: #59636e; }
</style><article><header><b>github-actions</b><span>bot</span> commented</header><main>
HTML
  cmark-gfm -e table --unsafe "$work/visible.md"
  echo '</main></article><script>document.body.dataset.height = document.body.offsetHeight</script>'
} >"$work/comment.html"

browser() {
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=2 "$@" \
    "file://$work/comment.html" 2>"$work/chromium.log"
}
# The page tells its own height, so that the picture ends where the comment does.
height=$(browser --dump-dom | sed -n 's/.*data-height="\([0-9]*\)".*/\1/p')
browser --window-size="960,$height" --screenshot="$work/raw.png"
pngquant --quality 70-95 --strip --force --output docs/images/comment.png 64 "$work/raw.png"
ls -l docs/images/comment.png
(
  sha256sum <"$work/visible.md" | sed 's/-$/comment.md/'
  cd docs/images
  sha256sum comment.png
) >docs/images/comment.sums
