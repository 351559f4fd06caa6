import { fields } from "#lib/fields.ts";
import { defineSite } from "#lib/site/define-site.ts";
import { en } from "./words/en.ts";

/**
 * An example, not the specification: how one imagined warehouse answers the points that the specification leaves open.
 * Local runs and tests use it. To open a site, copy it and answer every point yourself.
 */

const canonicalNames = Object.fromEntries(Object.keys(fields).map((name) => [name, name])) as { [Name in keyof typeof fields]: Name };

const domain = "warehouse";

/** On this site product and accessory endpoints have these answers in common; each group still has its own handlers and domain. */
const shared = (domain: string) => ({
  invalidBoxNo: { status: 400, domain },
  invalidQuantity: { status: 400, domain },
  invalidZongpai: { status: 400, code: "INVALID_ZONGPAI", domain },
  zongpaiNotFound: { status: 404, code: "ZONGPAI_NOT_FOUND", domain },
  duplicateBoxItem: { status: 409, code: "DUPLICATE_BOX_ITEM", domain },
  invalidField: { status: 400, code: "INVALID_FIELD", domain },
  malformedJson: { status: 400, code: "MALFORMED_JSON", domain },
  itemNotFound: { status: 404, code: "ITEM_NOT_FOUND", domain },
  boxNotFound: { status: 404, code: "BOX_NOT_FOUND", domain },
  capExceeded: { status: 409, code: "CAP_EXCEEDED", domain },
  staleExpectedQuantity: { status: 409, code: "STALE_EXPECTED_QUANTITY", domain },
  idempotencyKeyReused: { status: 422, code: "IDEMPOTENCY_KEY_REUSED", domain },
  writeConflict: { status: 503, code: "WRITE_CONFLICT", domain },
  erpUnavailable: { status: 503, code: "ERP_UNAVAILABLE", domain },
  unsupportedMediaType: { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", domain },
  bodyTooLarge: { status: 413, code: "BODY_TOO_LARGE", domain },
  throttled: { status: 429, code: "THROTTLED", domain },
  timeout: { status: 504, code: "TIMEOUT", domain },
  internal: { status: 500, code: "INTERNAL", domain },
});

export default defineSite({
  name: "demo",
  basePath: "",
  routes: {
    overview: "/trace/overview",
    editBox: { method: "PATCH", path: "/box" },
    deleteBox: { method: "DELETE", path: "/box" },
    goodsStatus: "/trace/status",
    boxStatus: "/box/status",
    deleteFields: "query",
  },
  fields: canonicalNames,
  extensions: {
    idempotencyKey: { header: "Idempotency-Key" },
    replayed: "Idempotency-Replayed",
    scannedAt: "scanned_at",
    expectedQuantity: "expected_quantity",
    dryRun: "dry_run",
  },
  accepts: {
    unknown: "is not a field of this request",
    once: "may come only once",
    missing: "is missing",
    inQuery: "belongs in the query string, not in the body",
    inBody: "belongs in the body, not in the query string",
    offShelf: "must be true or false",
    locationOrOffShelf: "must be given, or off_shelf true, but not both",
    scannedAt: "must be an instant such as 2026-11-21T09:30:00+01:00",
    scannedAtAhead: "scanned_at lies in the future: check the scanner's clock",
    idempotencyKey: "must be 16 to 64 letters, digits or hyphens",
    category: "must be the code of an attachment category",
    categoryOnce: "may name each category only once",
    entries: "must be a list of categories, each with a quantity if one is known",
    dryRun: "must be true or false",
    andMore: "and more",
    area: "must be the code of an area",
    oneFilter: "may not come together with another filter",
    cursor: "must be the one of the page before, with the same filters",
  },
  formats: {
    zongpai: {
      pattern: /^PO[0-9]{1,10}(-[0-9]{1,10}){0,2}$/,
      accepts: "must be PO and up to three groups of 1 to 10 digits, joined by hyphens",
      example: "PO4-1",
    },
    boxNo: {
      pattern: /^BX[0-9]{1,20}(-[0-9]{1,10})?$/,
      accepts: "must be BX and up to 20 digits, with or without a hyphen and up to 10 more",
      example: "BX4",
    },
    location: {
      pattern: /^[A-Z][0-9]{0,10}(-[A-Z0-9]{1,10}){0,4}$/,
      accepts: "must be a capital letter with or without digits, and up to four groups of capital letters or digits, joined by hyphens",
      example: "L1-A-3",
    },
    quantity: { least: 1, most: 99_999, decimals: 0, accepts: "must be a whole number from 1 to 99999" },
  },
  location: { area: /^([A-Z][0-9]*)/, offShelfNote: false, maxClockAhead: 300, shards: { write: 4, read: [4] } },
  scan: {
    symbologies: ["]A0", "]C0", "]C1", "]d1", "]d2", "]Q1", "]Q3"],
    separators: ["GS"],
    trailing: ["CR", "LF", "TAB"],
    unmarked: "bare",
    kinds: "formats",
    boxNo: [{ ai: "00", before: "BX" }],
    zongpai: [
      { ai: "241", before: "" },
      { ai: "21", before: "" },
    ],
    location: [{ ai: "254", before: "" }],
  },
  overview: { pageSize: 50 },
  box: { beyondOrdered: "allow", unknownBox: "accept", pageSize: 5_000 },
  errors: {
    gateway: {
      unsupportedMediaType: { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", domain },
      bodyTooLarge: { status: 413, code: "BODY_TOO_LARGE", domain },
      unknownRoute: { status: 404, code: "UNKNOWN_ROUTE", domain },
      methodNotAllowed: { status: 405, code: "METHOD_NOT_ALLOWED", domain },
      unauthenticated: { status: 401, code: "UNAUTHENTICATED", domain },
      forbidden: { status: 403, code: "FORBIDDEN", domain },
      throttled: { status: 429, code: "THROTTLED", domain },
      timeout: { status: 504, code: "TIMEOUT", domain },
      internal: { status: 500, code: "INTERNAL", domain },
    },
    product: { ...shared(domain), boxedBeyondOrdered: { status: 409, code: "BOXED_BEYOND_ORDERED", domain } },
    accessory: {
      ...shared("accessory"),
      categoryNotKnown: { status: 404, code: "CATEGORY_NOT_KNOWN", domain: "accessory" },
      categoryNotConfigured: { status: 409, code: "CATEGORY_NOT_CONFIGURED", domain: "accessory" },
      configuredBelowBoxed: { status: 409, code: "CONFIGURED_BELOW_BOXED", domain: "accessory" },
      removalRefused: { status: 409, code: "REMOVAL_REFUSED", domain: "accessory" },
    },
  },
  success: {
    "post-trace-location": 200,
    "location-overview": 200,
    "get-goods-status": 200,
    "get-box-info": 200,
    "get-box-status": 200,
    "post-box": 201,
    "edit-box": 200,
    "delete-box": 200,
    "get-attachment-categories": 200,
    "get-attachment-status": 200,
    "put-attachment-config": 200,
    "post-attachment-location": 200,
    "post-attachment-box": 201,
    "patch-attachment-box": 200,
    "delete-attachment-box": 200,
  },
  auth: { scheme: "apiKey", keys: ["demo"] },
  erp: {
    dialect: "sqlite",
    connection: false,
    boxes: {
      relation: "box_info_view",
      boxNo: "box_no",
      quantity: "quantity",
      columns: [
        { column: "ship_method", name: "ship_method" },
        { column: "ship_date", name: "ship_date" },
      ],
    },
    zongpais: { relation: "zongpai_view", zongpai: "zongpai", quantity: "quantity" },
    lookupTimeout: 1_000,
    verifiedFor: 86_400,
    copyFor: 604_800,
    states: { live: "live", copy: "copy", absent: "absent", unavailable: "unavailable" },
  },
  attachment: {
    categories: [
      { code: "MANUAL", label: "Manual" },
      { code: "FASTENERS", label: "Fasteners" },
      { code: "CABLE", label: "Cable" },
    ],
    evidence: { present: "real", absent: "none" },
    realEvidence: ["box"],
    offShelfIsLocated: false,
    flipsBack: false,
    cap: { rule: "configured" },
    unquantified: "uncapped",
    removalGuard: ["boxed", "located"],
    unconfiguredLocation: "refuse",
    goodsBelowUse: "refuse",
  },
  limits: { bodyBytes: 16_384 },
  history: { keepFor: false },
  deployment: { memory: 512, logDays: 30, throttle: false, perCaller: false, authorizers: false, warmThroughput: false, domain: false },
  docs: { deployed: false },
  pages: { path: "/app", words: en },
  origin: false,
});
