import { expect, it } from "vitest";
import { faultsOf } from "#lib/site/check-site.ts";
import { demoWith } from "./demo-with.ts";
import { errorAnswer, testRefusals } from "./refused.ts";

it.each(["erpUnavailable", "writeConflict", "internal"])(
  "%s may have the status 500",
  (condition) => {
    const profile = demoWith({ [`errors.product.${condition}`]: errorAnswer(500, "ITS_OWN") });
    expect(faultsOf(profile)).toEqual([]);
  },
);

testRefusals("errors and successes", [
  [
    { "errors.product.zongpaiNotFound": errorAnswer(500) },
    ".status: must be 4xx other than 401, 403 and 429",
  ],
  [
    { "errors.product.zongpaiNotFound": errorAnswer(429) },
    ".status: must be 4xx other than 401, 403 and 429",
  ],
  [{ "errors.gateway.forbidden": errorAnswer(401) }, ".status: must be 403"],
  [{ "errors.gateway.unauthenticated": errorAnswer(403) }, ".status: must be 401"],
  [
    { "errors.product.writeConflict": errorAnswer(409) },
    ".status: must be 429 or 5xx: with any other status a queue gives up",
  ],
  [{ "errors.gateway.timeout": errorAnswer(408) }, ".status: must be 5xx other than 503"],
  [
    { "errors.product.internal": errorAnswer(503) },
    ".status: which says that nothing was recorded",
  ],
  [
    { "errors.product.invalidField": errorAnswer(400, "INVALID_BOX_NO") },
    ".code: fixed by the specification",
  ],
  [
    {
      "errors.accessory.itemNotFound": errorAnswer(410, "NOT_FOUND"),
      "errors.product.boxNotFound": errorAnswer(404, "NOT_FOUND"),
    },
    '.status: "NOT_FOUND" has the status 404 already, at errors.product.boxNotFound',
  ],
  [
    { "errors.accessory.invalidBoxNo": { status: 422, domain: "d" } },
    '.status: "INVALID_BOX_NO" has the status 400 already',
  ],
  [
    { "errors.product.boxNotFound": errorAnswer(404, "X", "No box.") },
    ".message: must name exactly {box_no}",
  ],
  [
    { "errors.gateway.internal": errorAnswer(500, "X", "{stack}") },
    ".message: must name exactly no placeholder",
  ],
  [{ "success.post-box": 204 }, 'success["post-box"]: which have no body'],
  [{ "success.post-box": 205 }, 'success["post-box"]: which have no body'],
  [{ "success.post-box": 206 }, 'success["post-box"]: 206, which is a part of an answer'],
]);

const configuredCap = { rule: "configured" };
const perCategory = (of: object) => ({ "attachment.cap": { rule: "perCategory", of } });

testRefusals("quantities and caps", [
  [{ "formats.quantity.least": 100_000 }, "formats.quantity: least is greater than most"],
  [{ "formats.quantity.least": 0.5 }, ": more decimals than are kept"],
  [{ "formats.quantity.most": 1e13 }, ": too large for sums"],
  [{ "attachment.cap": { rule: "fixed", quantity: 1e13 } }, ".quantity: too large for sums"],
  [{ "attachment.cap": { rule: "fixed", quantity: 2.5 } }, ".quantity: more decimals than are"],
  [
    { "attachment.cap": { rule: "boxedGoods", perUnit: 1_000 }, "formats.quantity.most": 1e10 },
    ".perUnit: too large for sums",
  ],
  [
    perCategory({ MANUAL: configuredCap, CABLE: configuredCap }),
    '.of: has no rule for the category "FASTENERS"',
  ],
  [perCategory({ SCREWS: configuredCap }), ".of.SCREWS: is no category"],
]);
