#!/usr/bin/env bash
# Checks once for people, with annotations, and once more for code scanning when that is asked for. The exit code is the check's.
set -uo pipefail
options=()
if [ "$ALL" = true ]; then options+=(--all); fi
if [ "$STRICT" = true ]; then options+=(--strict); fi
status=0
node "$MCPOLICY" check ${options[@]+"${options[@]}"} --format github || status=$?
if [ "$SARIF" = true ]; then
  file="$RUNNER_TEMP/mcpolicy.sarif"
  node "$MCPOLICY" check ${options[@]+"${options[@]}"} --format sarif > "$file"
  printf 'sarif-file=%s\n' "$file" >> "$GITHUB_OUTPUT"
fi
printf 'mcpolicy check ended with exit %s\n' "$status"
exit "$status"
