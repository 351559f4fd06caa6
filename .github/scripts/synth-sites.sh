#!/usr/bin/env bash
# Synthesises every site of a tree, each into a folder of its own: synth-sites.sh <tree> <folder>. A new file under sites/ needs no
# change here.
set -euo pipefail
tree=$1
folder=$(realpath -m "$2")
cd "$tree"
failed=0
for file in sites/*.ts; do
  site=$(basename "$file" .ts)
  npm run --silent synth -- --site "$site" --stage "${STAGE:-staging}" --out "$folder/$site" || failed=1
done
exit "$failed"
