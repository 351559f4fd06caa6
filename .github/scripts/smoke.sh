#!/usr/bin/env bash
# Tests what is deployed of the site SITE: smoke.sh <url>. It succeeds only if every check passed and something was written: to the goods
# SMOKE_GOODS and the box SMOKE_BOX, or to those that demo has. If a check failed it sets the output `failed`: another commit may pass.
set -euo pipefail
url=$1
printed=$RUNNER_TEMP/smoke.txt
smoke() {
  npm run --silent smoke -- --site "$SITE" --url "$url" --wait 60 "$@" | tee "$printed"
}
wrote=false
if [ "$SITE" = demo ] || [ -n "$SMOKE_GOODS$SMOKE_BOX" ]; then
  smoke --must-write ${SMOKE_GOODS:+--goods "$SMOKE_GOODS"} ${SMOKE_BOX:+--box "$SMOKE_BOX"} && wrote=true
else
  smoke || true
fi
# The check that --must-write adds is about the goods and the site, not about the commit.
if awk '/^FAILED / && !/^FAILED something is written/ { found = 1 } END { exit !found }' "$printed"; then
  echo failed=true >> "$GITHUB_OUTPUT"
  echo "::error::The smoke test failed: $GITHUB_SHA is not remembered as good."
  exit 1
fi
if [ "$wrote" = false ]; then
  echo "::error::The smoke test wrote nothing, or could not run; its lines above say why. $GITHUB_SHA stays deployed and is not remembered as good. The variables SMOKE_GOODS and SMOKE_BOX name what it may write to (docs/deploy.md)."
  exit 1
fi
