#!/usr/bin/env bash
# Deepens a shallow checkout until base and head meet.
set -euo pipefail
[ -n "${BASE:-}" ] || exit 0
case $BASE in 0000000*) exit 0 ;; esac
git config --global --add safe.directory "$PWD"
have() { git cat-file -e "$1^{commit}" 2>/dev/null; }
met() { have "$BASE" && have "$HEAD" && git merge-base "$BASE" "$HEAD" >/dev/null 2>&1; }
for depth in 50 200 1000 5000; do
  met && exit 0
  git fetch --quiet --no-tags --deepen="$depth" origin "$BASE" "$HEAD" || break
done
met && exit 0
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  git fetch --quiet --no-tags --unshallow origin || true
fi
# Where they still do not meet the program says so.
exit 0
