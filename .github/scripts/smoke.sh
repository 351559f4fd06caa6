#!/usr/bin/env bash
# Tests what is deployed of the site SITE: smoke.sh <url>. BEFORE is what hindered the test before the deployment, as `npm run smoke -- --probe`
# printed it. It writes to the goods SMOKE_GOODS and the box SMOKE_BOX, or to those that demo has. It succeeds only if every check passed. If
# a check failed, it sets the output `failed`: another commit may pass. Otherwise nothing is known of the commit, and a line says why.
set -euo pipefail
printed=$RUNNER_TEMP/smoke.txt
status=0
npm run --silent smoke -- --site "$SITE" --url "$1" --wait 60 ${BEFORE:+--before "$BEFORE"} \
  ${SMOKE_GOODS:+--goods "$SMOKE_GOODS"} ${SMOKE_BOX:+--box "$SMOKE_BOX"} 2>&1 | tee "$printed" || status=$?
case $status in
  0) exit 0 ;;
  1)
    echo failed=true >> "$GITHUB_OUTPUT"
    echo "::error::The smoke test failed: $GITHUB_SHA is not remembered as good."
    ;;
  *)
    why=$(grep -m 1 "^NOT KNOWN" "$printed" || tail -n 1 "$printed")
    echo "::error::Not known whether $GITHUB_SHA works, so it stays deployed and is not remembered as good (docs/ci.md). $why"
    ;;
esac
exit 1
