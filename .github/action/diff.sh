#!/usr/bin/env bash
# Compares the policy with the one of another revision: a table for the summary of the run, annotations for what is looser.
set -uo pipefail
status=0
node "$MCPOLICY" diff --base "$BASE" --fail-on "$FAIL_ON" --format markdown >> "$GITHUB_STEP_SUMMARY" 2> /dev/null
node "$MCPOLICY" diff --base "$BASE" --fail-on "$FAIL_ON" --format github || status=$?
printf 'mcpolicy diff ended with exit %s\n' "$status"
exit "$status"
