import { answer, refuses } from "./refused.ts";

refuses("errors and successes", [
  [
    { "errors.product.zongpaiNotFound": answer(500) },
    "errors.product.zongpaiNotFound.status: must be 4xx other than 401, 403 and 429",
  ],
  [
    { "errors.accessory.capExceeded": answer(429) },
    "errors.accessory.capExceeded.status: must be 4xx other",
  ],
  [
    { "errors.product.boxNotFound": answer(403) },
    "errors.product.boxNotFound.status: must be 4xx other",
  ],
  [{ "errors.gateway.forbidden": answer(401) }, "errors.gateway.forbidden.status: must be 403"],
  [{ "errors.gateway.forbidden": answer(451) }, "errors.gateway.forbidden.status: must be 403"],
  [
    { "errors.gateway.unauthenticated": answer(403) },
    "errors.gateway.unauthenticated.status: must be 401",
  ],
  [
    { "errors.product.writeConflict": answer(409) },
    "errors.product.writeConflict.status: must be 429 or 5xx: with any other status a queue gives up",
  ],
  [
    { "errors.gateway.timeout": answer(408) },
    "errors.gateway.timeout.status: must be 5xx other than 503",
  ],
  [
    { "errors.product.internal": answer(503) },
    "errors.product.internal.status: must be 5xx other than 503, which says that nothing was recorded",
  ],
  [
    { "errors.product.boxNotFound": answer(200) },
    "errors.product.boxNotFound.status: expected number to be >=400",
  ],
  [
    { "errors.product.invalidField": answer(400, "INVALID_BOX_NO") },
    "errors.product.invalidField.code: fixed by the specification",
  ],
  [
    { "errors.product.invalidBoxNo": answer(400) },
    "errors.product.invalidBoxNo.code: is not asked",
  ],
  [
    {
      "errors.product.boxNotFound": answer(404, "NOT_FOUND"),
      "errors.accessory.itemNotFound": answer(410, "NOT_FOUND"),
    },
    'errors.accessory.itemNotFound.status: "NOT_FOUND" has the status 404 already, at errors.product.boxNotFound',
  ],
  [
    { "errors.accessory.invalidBoxNo": { status: 422, domain: "d" } },
    'errors.accessory.invalidBoxNo.status: "INVALID_BOX_NO" has the status 400 already',
  ],
  [
    { "errors.product.invalidField": answer(400, "not valid") },
    "errors.product.invalidField.code: must be up to 64 letters",
  ],
  [
    { "errors.product.boxNotFound": answer(404, "X", "No box.") },
    "errors.product.boxNotFound.message: must name exactly {box_no}",
  ],
  [
    { "errors.product.boxNotFound": answer(404, "X", "{box}?") },
    "errors.product.boxNotFound.message: must name exactly {box_no}",
  ],
  [
    { "errors.gateway.internal": answer(500, "X", "{stack}") },
    "errors.gateway.internal.message: must name exactly no placeholder",
  ],
  [{ "errors.product.boxNotFound": undefined }, "errors.product.boxNotFound: is not answered (§7:"],
  [{ "errors.product.tooHeavy": answer(409) }, "errors.product.tooHeavy: is not asked"],
  [{ "errors.product.removalRefused": answer(409) }, "errors.product.removalRefused: is not asked"],
  [{ "success.post-box": 204 }, 'success["post-box"]: which have no body'],
  [{ "success.post-box": 206 }, 'success["post-box"]: 206, which is a part of an answer'],
  [{ "success.post-box": 400 }, 'success["post-box"]: (§7: Which HTTP status'],
  [{ "success.post-bx": 200 }, 'success["post-bx"]: is not asked'],
]);

refuses("quantities and caps", [
  [{ "formats.quantity.least": 100_000 }, "formats.quantity: least is greater than most"],
  [
    { "formats.quantity.least": 0 },
    "formats.quantity.least: expected number to be >0 (§2: What are the least",
  ],
  [{ "formats.quantity.least": 0.5 }, "formats.quantity.least: more decimals than are kept"],
  [{ "formats.quantity.most": 99.5 }, "formats.quantity.most: more decimals than are kept"],
  [{ "formats.quantity.most": 1e13 }, "formats.quantity.most: too large for sums"],
  [{ "formats.quantity.most": Number.POSITIVE_INFINITY }, "formats.quantity.most: (§2:"],
  [
    { "attachment.cap": { rule: "fixed", quantity: 1e13 } },
    "attachment.cap.quantity: too large for sums",
  ],
  [
    { "attachment.cap": { rule: "fixed", quantity: 4 }, "formats.quantity.least": 5 },
    "attachment.cap.quantity: nothing could ever be boxed",
  ],
  [
    { "attachment.cap": { rule: "fixed", quantity: 2.5 } },
    "attachment.cap.quantity: more decimals than are kept",
  ],
  [{ "attachment.cap": { rule: "fixed", quantity: 0 } }, "attachment.cap.quantity: (§8: What caps"],
  [
    { "attachment.cap": { rule: "boxedGoods", perUnit: 0.5 } },
    "attachment.cap.perUnit: (§8: What caps",
  ],
  [
    { "attachment.cap": { rule: "boxedGoods", perUnit: 1_000 }, "formats.quantity.most": 1e10 },
    "attachment.cap.perUnit: too large for sums",
  ],
  [
    { "attachment.cap": { rule: "perBox", quantity: 1 }, "formats.quantity.least": 2 },
    "attachment.cap.quantity: nothing could ever be boxed",
  ],
  [
    {
      "attachment.cap": {
        rule: "perCategory",
        of: { MANUAL: { rule: "configured" }, CABLE: { rule: "configured" } },
      },
    },
    'attachment.cap.of: has no rule for the category "FASTENERS"',
  ],
  [
    {
      "attachment.cap": {
        rule: "perCategory",
        of: Object.fromEntries(
          ["MANUAL", "FASTENERS", "CABLE", "SCREWS"].map((code) => [code, { rule: "configured" }]),
        ),
      },
    },
    "attachment.cap.of.SCREWS: is no category",
  ],
  [
    { "attachment.cap": { rule: "perCategory", of: { MANUAL: { rule: "perCategory", of: {} } } } },
    "attachment.cap.of.MANUAL.rule: (§8: What caps",
  ],
  [{ "attachment.cap": { rule: "weather" } }, "attachment.cap.rule: (§8: What caps"],
  [
    { "attachment.cap": { rule: "configured", quantity: 3 } },
    "attachment.cap.quantity: is not asked",
  ],
]);
