import { defineSite } from "#lib/site/define-site.ts";
import { en } from "#words";
import * as http from "../../sites/conventions/http.ts";
import { canonicalNames, english } from "../../sites/conventions/names.ts";
import { boxedEvidence, gs1Handheld } from "../../sites/conventions/scan.ts";

/** A whole site as somebody types it who opens one: what is usual is taken by name. */
export default defineSite({
  ...{ name: "lager-nord", basePath: "/v1", ...canonicalNames, accepts: english.accepts },
  errors: http.usualErrors({ gateway: "lager", product: "lager", accessory: "zubehoer" }),
  success: http.usualSuccess,
  routes: {
    ...{ ...http.allExtensions, refusals: false, overview: "/trace/overview" },
    editBox: { method: "PATCH", path: "/box" },
    ...{ deleteBox: false, deleteFields: "query" },
  },
  formats: {
    zongpai: {
      pattern: /^PO[0-9]{1,10}-[0-9]{1,4}$/,
      accepts: "must be PO, digits, a hyphen and up to 4 digits",
      example: "PO4-1",
    },
    boxNo: {
      pattern: /^BX[0-9]{1,20}$/,
      accepts: "must be BX and up to 20 digits",
      example: "BX4",
    },
    location: {
      pattern: /^[A-Z][0-9]{1,3}-[0-9]{1,3}$/,
      accepts: "must be a letter and digits, a hyphen and digits",
      example: "L1-3",
    },
    quantity: { ...{ least: 1, most: 9_999, decimals: 0 }, accepts: "must be 1 to 9999" },
  },
  location: {
    ...{ area: /^([A-Z][0-9]+)-/, areas: ["L1", "L2"], otherAreas: "count", offShelfNote: false },
    ...{ unknownGoods: "accept", maxClockAhead: 300, shards: { write: 1, read: [1] } },
  },
  scan: gs1Handheld({
    boxNo: [{ ai: "00", before: "BX" }],
    zongpai: [{ ai: "241", before: "" }],
    location: [{ ai: "254", before: "" }],
  }),
  overview: http.usualLimits.overview,
  box: { ...http.usualLimits.box, beyondOrdered: "refuse", unknownBox: "accept" },
  limits: http.usualLimits.limits,
  auth: { scheme: "apiKey", keys: ["hand-1", "hand-2", "desk"], keysIn: "stack", allowed: false },
  erp: {
    ...{ ...http.usualLimits.erp, states: english.states, dialect: "postgresql" },
    connection: {
      ...{ host: "erp.example.org", port: 5_432, database: "erp", user: "reader", tls: "verified" },
      ...{ password: { environment: "ERP_PASSWORD" }, connections: 8, network: false },
    },
    boxes: { relation: "wms.boxes", boxNo: "box_no", quantity: "quantity", columns: [] },
    zongpais: { relation: "wms.goods", zongpai: "zongpai", quantity: "ordered" },
  },
  attachment: {
    ...boxedEvidence,
    categories: [{ code: "MANUAL", label: "Manual" }],
    evidence: { present: "yes", absent: "no" },
  },
  history: { did: english.did, keepFor: 400 },
  deployment: { ...http.functionEach, ...http.usualLimits.rates },
  changes: false,
  ...{ docs: { deployed: false }, pages: { path: "/app", words: [en] }, origin: false },
});
