import { answer, type Case, refusesFor } from "./refused.ts";

const cases: readonly Case[] = [
  [
    "a server's fault for a worker's",
    { "errors.product.zongpaiNotFound": answer(500) },
    "errors.product.zongpaiNotFound.status",
    "must be 4xx other than 401, 403 and 429",
  ],
  [
    "a final refusal that a queue would send again",
    { "errors.accessory.capExceeded": answer(429) },
    "errors.accessory.capExceeded.status",
    "must be 4xx other",
  ],
  [
    "a final refusal that would hold its route",
    { "errors.product.boxNotFound": answer(403) },
    "errors.product.boxNotFound.status",
    "must be 4xx other",
  ],
  [
    "credentials that are not enough, which would hold the whole queue",
    { "errors.gateway.forbidden": answer(401) },
    "errors.gateway.forbidden.status",
    "must be 403",
  ],
  [
    "credentials that are not enough, which would empty a queue",
    { "errors.gateway.forbidden": answer(451) },
    "errors.gateway.forbidden.status",
    "must be 403",
  ],
  [
    "missing credentials that would empty a queue",
    { "errors.gateway.unauthenticated": answer(403) },
    "errors.gateway.unauthenticated.status",
    "must be 401",
  ],
  [
    "a passing fault that would empty a queue",
    { "errors.product.writeConflict": answer(409) },
    "errors.product.writeConflict.status",
    "must be 429 or 5xx: with any other status a queue gives up",
  ],
  [
    "an unknown outcome told as final",
    { "errors.gateway.timeout": answer(408) },
    "errors.gateway.timeout.status",
    "must be 5xx other than 503",
  ],
  [
    "an unknown outcome told as not recorded",
    { "errors.product.internal": answer(503) },
    "errors.product.internal.status",
    "must be 5xx other than 503, which says that nothing was recorded",
  ],
  [
    "an error told as a success",
    { "errors.product.boxNotFound": answer(200) },
    "errors.product.boxNotFound.status",
    "must be a whole number from 400 to 599",
  ],
  [
    "the fixed code for another condition",
    { "errors.product.invalidField": answer(400, "INVALID_BOX_NO") },
    "errors.product.invalidField.code",
    "fixed by the specification",
  ],
  [
    "a code of its own for a fixed code",
    { "errors.product.invalidBoxNo": answer(400) },
    "errors.product.invalidBoxNo.code",
    "is not asked",
  ],
  [
    "one code for two statuses",
    {
      "errors.product.boxNotFound": answer(404, "NOT_FOUND"),
      "errors.accessory.itemNotFound": answer(410, "NOT_FOUND"),
    },
    "errors.accessory.itemNotFound.status",
    '"NOT_FOUND" has the status 404 already, at errors.product.boxNotFound',
  ],
  [
    "a fixed code for two statuses",
    { "errors.accessory.invalidBoxNo": { status: 422, domain: "d" } },
    "errors.accessory.invalidBoxNo.status",
    '"INVALID_BOX_NO" has the status 400 already',
  ],
  [
    "a code with a space",
    { "errors.product.invalidField": answer(400, "not valid") },
    "errors.product.invalidField.code",
    "(§7:",
  ],
  [
    "a message without its placeholder",
    { "errors.product.boxNotFound": answer(404, "X", "No box.") },
    "errors.product.boxNotFound.message",
    "must name exactly {box_no}",
  ],
  [
    "a message with another placeholder",
    { "errors.product.boxNotFound": answer(404, "X", "{box}?") },
    "errors.product.boxNotFound.message",
    "must name exactly {box_no}",
  ],
  [
    "a message with one placeholder too many",
    { "errors.gateway.internal": answer(500, "X", "{stack}") },
    "errors.gateway.internal.message",
    "must name exactly no placeholder",
  ],
  [
    "a condition without an answer",
    { "errors.product.boxNotFound": undefined },
    "errors.product.boxNotFound",
    "is not answered (§7:",
  ],
  [
    "an answer to a condition that does not exist",
    { "errors.product.tooHeavy": answer(409) },
    "errors.product.tooHeavy",
    "is not asked",
  ],
  [
    "an answer to a condition of another group",
    { "errors.product.removalRefused": answer(409) },
    "errors.product.removalRefused",
    "is not asked",
  ],
  [
    "a success with no body",
    { "success.post-box": 204 },
    'success["post-box"]',
    "have no body, for an answer says what was recorded",
  ],
  [
    "a success that tells a part of an answer",
    { "success.post-box": 206 },
    'success["post-box"]',
    "206, which is a part of one",
  ],
  [
    "a success told as an error",
    { "success.post-box": 400 },
    'success["post-box"]',
    "(§7: Which HTTP status",
  ],
  [
    "a status for a route that does not exist",
    { "success.post-bx": 200 },
    'success["post-bx"]',
    "is not asked",
  ],
];

refusesFor("its errors", cases);
