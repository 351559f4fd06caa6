#!/usr/bin/env bash
# Deploys the site SITE as the stage STAGE from a tree, and prints the address of the service: deploy.sh <tree>.
# NODE_OF_RUNTIME, if set, names the functions' own Node, with which a V8 code cache is made.
set -euo pipefail
cd "$1"
outputs=$(mktemp)
npx --no-install cdk deploy --all --ci --require-approval never --outputs-file "$outputs" \
  --context "site=$SITE" --context "stage=$STAGE" ${NODE_OF_RUNTIME:+--context "node=$NODE_OF_RUNTIME"} >&2
node --print 'Object.values(JSON.parse(fs.readFileSync(process.argv[1], "utf8"))).find(({ Url }) => Url).Url' "$outputs"
