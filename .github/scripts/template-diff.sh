#!/usr/bin/env bash
# Prints as Markdown what changes between two folders of synthesised sites: template-diff.sh <base> <head>. It needs no credentials.
set -euo pipefail
base=$1
head=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo '{}' >"$work/none.json"

echo '<!-- template-diff -->'
echo '### CloudFormation templates'
if [ ! -d "$base" ]; then
  printf '\nThe base branch could not be synthesised, so everything counts as new.\n'
fi
for template in "$head"/*/*.template.json; do
  folder=$(dirname "$template")
  site=$(basename "$folder")
  before=$base/$site/$(basename "$template")
  told=''
  if [ ! -f "$before" ]; then
    before=$work/none.json
    told=' (new)'
  fi
  if cmp -s "$before" "$template"; then
    printf '\n**%s**: no change.\n' "$site"
    continue
  fi
  printf '\n<details><summary><b>%s</b>%s</summary>\n\n````text\n' "$site" "$told"
  # CDK's own diff tells each resource, and every statement that IAM gains or loses. Backticks inside would end the block.
  # shellcheck disable=SC2016 # They are backticks of Markdown.
  NO_COLOR=1 npx --no-install cdk diff --ci --method=template --app "$folder" --template "$before" | sed 's/````/` ` ` `/g'
  printf '````\n\n</details>\n'
done
for folder in "$base"/*/; do
  site=$(basename "$folder")
  if [ -d "$folder" ] && [ ! -d "$head/$site" ]; then
    printf '\n**%s**: no longer a site.\n' "$site"
  fi
done
