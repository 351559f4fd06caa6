#!/usr/bin/env bash
# Takes Lambda's own Node out of AWS's image, as the V8 code cache must be made with it, and prints its path; nothing if it does not
# run on this machine: then the functions are deployed without a code cache. runtime-node.sh <folder>
set -euo pipefail
folder=$1
if [ "$(uname -m)" != aarch64 ]; then
  echo 'The functions run on arm64, this machine does not: no code cache.' >&2
  exit 1
fi
mkdir -p "$folder"
container=$(docker create public.ecr.aws/lambda/nodejs:24)
docker cp "$container:/var/lang/." "$folder" >&2
docker rm "$container" >&2
"$folder/bin/node" --version >&2
echo "$folder/bin/node"
