#!/usr/bin/env bash
# Deploys what build.sh made, from its tree, and prints the address of the service: deploy.sh <tree>. Of a stack that is not there,
# or whose first deployment failed, nothing is protected until it has come through; a table that is there is first compared with SITE.
set -euo pipefail
cd "$1"
outputs=$(mktemp)
stack=$(basename assembly/*.template.json .template.json)
of_stack() { aws cloudformation describe-stacks --stack-name "$stack" --query "Stacks[0].$1" --output text; }
deploy() { npx --no-install cdk deploy --all --ci --require-approval never --app "$1" --outputs-file "$outputs" >&2; }
output() { node --print 'Object.values(JSON.parse(fs.readFileSync(process.argv[1], "utf8")))[0][process.argv[2]]' "$outputs" "$1"; }

if ! status=$(of_stack StackStatus 2> "$outputs.told"); then
  grep -q 'does not exist' "$outputs.told" || { cat "$outputs.told" >&2; exit 1; }
  status=NONE
fi
case $status in
  NONE | REVIEW_IN_PROGRESS | ROLLBACK_COMPLETE | ROLLBACK_FAILED) deploy assembly-first ;;
  *) npm run --silent table -- check --site "$SITE" --table "${TABLE:-$(of_stack "Outputs[?OutputKey=='TableName']|[0].OutputValue")}" >&2 ;;
esac
deploy assembly
npm run --silent table -- settle --site "$SITE" --table "$(output TableName)" >&2
output Url
