#!/usr/bin/env bash
# The comment on a pull request of a fork, from the report that its run left. Which pull request that is comes from the
# host, never from the report.
set -euo pipefail
work=$(mktemp -d)
gh run download "${RUN:?}" --repo "${GITHUB_REPOSITORY:?}" --name depthgauge-report --dir "$work"
NUMBER=$(gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" -f state=open -f head="${HEAD_OWNER:?}:${HEAD_BRANCH:?}" \
  --jq ".[] | select(.head.sha == \"${HEAD_SHA:?}\") | .number" | sed -n 1p)
[ -n "$NUMBER" ] || exit 0
TEXT=$work/comment.md
"${DEPTHGAUGE:-depthgauge}" comment "$work/diff.json" --repo-url "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" --output "$TEXT"
SILENT=false
grep -q '^## depthgauge: nothing is weaker$' "$TEXT" && SILENT=true
export NUMBER TEXT SILENT
bash "$(dirname "$0")/comment.sh"
