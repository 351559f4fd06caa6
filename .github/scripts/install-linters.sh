#!/usr/bin/env bash
# Installs zizmor, ShellCheck and actionlint in the versions of .github/linters: install-linters.sh <folder>. It needs Python, pip and Go.
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../linters"
python3 -m pip install --quiet --no-deps --require-hashes --target "$folder" --requirement requirements.txt
GOBIN=$folder/bin go install github.com/rhysd/actionlint/cmd/actionlint
