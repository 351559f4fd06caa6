#!/usr/bin/env bash
# Prints the changelog's part of a release: release-notes.sh <tag>. It fails where tag, package, changelog and the released state of
# the API's description are not of one version.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=${1#v}
[ "$(jq -r .version package.json)" = "$version" ] || { echo "package.json has another version than $1" >&2; exit 1; }
cmp docs/openapi.demo.json docs/openapi.released.json || { echo "npm run docs -- --release was not run" >&2; exit 1; }
notes=$(awk -v head="## [$version] - " 'index($0, "## ") == 1 { on = index($0, head) == 1; next } on' CHANGELOG.md)
[ -n "$notes" ] || { echo "CHANGELOG.md has no part [$version]" >&2; exit 1; }
echo "$notes"
