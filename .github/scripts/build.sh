#!/usr/bin/env bash
# Builds what is deployed of the site SITE as the stage STAGE, and packs it with the tree and its packages: build.sh <tree> <archive>.
# It needs no credentials. TABLE, if set, names a table that is there already, STREAM the ARN of its stream.
set -euo pipefail
archive=$(realpath -m "$2")
cd "$1"
synth() {
  npx --no-install cdk synth --quiet --output "$1" --context "site=$SITE" --context "stage=$STAGE" \
    ${TABLE:+--context "table=$TABLE"} ${STREAM:+--context "stream=$STREAM"} "${@:2}"
}
synth assembly
synth assembly-first --context first=true
tar --zstd --exclude=./.git --create --file "$archive" .
