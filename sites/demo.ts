import { defineSite } from "#lib/site/define-site.ts";
import { de, en, zh } from "#words";
import {
  allExtensions,
  erpInFile,
  usualDeployment,
  usualErrors,
  usualLimits,
  usualSuccess,
} from "./conventions/http.ts";
import { canonicalNames, chinese, english, german } from "./conventions/names.ts";
import { boxedEvidence, gs1Handheld, wholeQuantity } from "./conventions/scan.ts";

/** An example: how one imagined warehouse answers what the specification leaves open. `npm run site:check -- demo` prints every answer. */
export default defineSite({
  name: "demo",
  basePath: "",
  ...canonicalNames,
  accepts: english.accepts,
  errors: usualErrors({ gateway: "warehouse", product: "warehouse", accessory: "accessory" }),
  success: usualSuccess,
  routes: {
    ...allExtensions,
    overview: "/trace/overview",
    editBox: { method: "PATCH", path: "/box" },
    deleteBox: { method: "DELETE", path: "/box" },
    deleteFields: "query",
  },
  formats: {
    zongpai: {
      pattern: /^PO[0-9]{1,8}-[0-9]{1,4}$/,
      accepts: "must be PO, 1 to 8 digits, a hyphen and 1 to 4 digits",
      example: "PO4-1",
    },
    boxNo: {
      // GS1 gives a box 18 digits, its SSCC.
      pattern: /^BX([0-9]{1,8}|[0-9]{18})$/,
      accepts: "must be BX and 1 to 8 digits, or BX and the 18 digits of an SSCC",
      example: "BX4",
    },
    location: {
      pattern: /^L[0-9]{1,2}-[A-Z]{1,2}-[0-9]{1,3}$/,
      accepts:
        "must be L and 1 or 2 digits, 1 or 2 capital letters, and 1 to 3 digits, joined by hyphens",
      example: "L1-A-3",
    },
    quantity: wholeQuantity({ most: 99_999 }),
  },
  location: {
    area: /^([A-Z][0-9]*)/,
    areas: ["L1", "L2", "L3", "L5", "L6"],
    otherAreas: "count",
    offShelfNote: false,
    unknownGoods: "accept",
    maxClockAhead: 300,
  },
  scan: gs1Handheld({
    boxNo: [{ ai: "00", before: "BX" }],
    zongpai: [
      { ai: "241", before: "" },
      { ai: "21", before: "" },
    ],
    location: [{ ai: "254", before: "" }],
  }),
  overview: usualLimits.overview,
  box: { ...usualLimits.box, beyondOrdered: "allow", unknownBox: "accept" },
  limits: usualLimits.limits,
  auth: { scheme: "apiKey", keys: ["demo"], allowed: false },
  erp: {
    ...usualLimits.erp,
    ...erpInFile,
    boxes: {
      relation: "box_info_view",
      boxNo: "box_no",
      quantity: "quantity",
      columns: [
        { column: "ship_method", name: "ship_method" },
        { column: "ship_date", name: "ship_date" },
      ],
      day: "ship_date",
    },
    zongpais: { relation: "zongpai_view", zongpai: "zongpai", quantity: "quantity" },
    product: "product",
    states: english.states,
  },
  attachment: {
    ...boxedEvidence,
    categories: [
      { code: "MANUAL", label: "Manual" },
      { code: "FASTENERS", label: "Fasteners" },
      { code: "CABLE", label: "Cable" },
    ],
    evidence: english.evidence,
  },
  history: { did: english.did, keepFor: false },
  changes: false,
  deployment: usualDeployment,
  pages: { path: "/app", words: [en, { ...de, names: german }, { ...zh, names: chinese }] },
  origin: false,
});
