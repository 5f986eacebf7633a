#!/usr/bin/env bash
# One comparison, all documents. The exit code is an output: later steps run whatever it is.
set -uo pipefail
folder=${RUNNER_TEMP:?}/depthgauge
mkdir -p "$folder"
arguments=(diff --github --format md,json,sarif --output "$folder")
[ "${ALL:-}" = true ] && arguments+=(--all)
if [ -n "${BASE:-}" ]; then
  arguments+=("$BASE")
  [ -n "${HEAD:-}" ] && arguments+=("$HEAD")
fi
"${DEPTHGAUGE:?}" "${arguments[@]}"
code=$?
if [ -f "$folder/diff.json" ]; then
  {
    echo "report=$folder/diff.json"
    echo "comment=$folder/diff.md"
    echo "sarif=$folder/diff.sarif"
  } >>"$GITHUB_OUTPUT"
else
  # A run that died says nothing about the change.
  echo "exit-code=$code" >>"$GITHUB_OUTPUT"
  echo "title=did not run (exit code $code)" >>"$GITHUB_OUTPUT"
  echo "::error title=depthgauge did not run::exit code $code, see the log"
fi
exit 0
