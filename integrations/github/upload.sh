#!/usr/bin/env bash
# SARIF to code scanning, by its interface.
set -euo pipefail
gzip --stdout "$SARIF" | base64 --wrap=0 >"$SARIF.b64"
gh api --silent --method POST "repos/${GITHUB_REPOSITORY:?}/code-scanning/sarifs" \
  -f commit_sha="${GITHUB_SHA:?}" -f ref="${GITHUB_REF:?}" -F sarif=@"$SARIF.b64" ||
  echo "::warning title=depthgauge::the findings could not be uploaded; does the job have security-events: write?"
