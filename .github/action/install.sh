#!/usr/bin/env bash
# Installs mcpolicy beside the workspace and says where: a release by its exact version, or the action's own commit.
set -euo pipefail
prefix=$(mktemp -d "$RUNNER_TEMP/mcpolicy-XXXXXX")
if [ -n "$VERSION" ]; then
  if ! [[ "$VERSION" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]]; then
    printf '::error title=mcpolicy::the input version must be an exact release such as 1.2.3\n'
    exit 2
  fi
  npm install --global --prefix "$prefix" --no-audit --no-fund "mcpolicy@$VERSION"
  cli="$prefix/lib/node_modules/mcpolicy/bin/mcpolicy.js"
  [ -f "$cli" ] || cli="$prefix/node_modules/mcpolicy/bin/mcpolicy.js"
else
  cp -R "$ACTION_PATH/." "$prefix"
  cd "$prefix"
  [ -f dist/cli.cjs ] || npm ci --no-audit --no-fund
  cli="$prefix/bin/mcpolicy.js"
fi
node "$cli" --version
printf 'mcpolicy=%s\n' "$cli" >> "$GITHUB_OUTPUT"
