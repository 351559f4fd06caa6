#!/usr/bin/env bash
# Checks the workflows and the shell scripts with the linters that install-linters.sh put into a folder: lint-workflows.sh <folder>.
set -euo pipefail
PATH=$(realpath "$1")/bin:$PATH
cd "$(dirname "$0")/../.."
actionlint
shellcheck .ci/run .githooks/* .github/scripts/*.sh
zizmor --quiet --offline --persona=auditor .
