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
      accepts:
        "must be a capital letter with or without digits, and up to four groups of capital letters or digits, joined by hyphens",
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
