#!/usr/bin/env bash
# Builds what is deployed of the site SITE as the stage STAGE, and packs it with the tree and its packages: build.sh <tree> <archive>.
# It needs no credentials. TABLE, if set, names a table that is there already, STREAM the ARN of its stream.
set -euo pipefail
archive=$(realpath -m "$2")
cd "$1"
synth() {
  npm run --silent synth -- --site "$SITE" --stage "$STAGE" --out "$1" \
    ${TABLE:+--table "$TABLE"} ${STREAM:+--stream "$STREAM"} "${@:2}"
}
synth assembly
synth assembly-first --first
tar --zstd --exclude=./.git --create --file "$archive" .
