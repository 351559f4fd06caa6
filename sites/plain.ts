import { defineSite } from "#lib/site/define-site.ts";
import {
  erpInFile,
  usualDeployment,
  usualErrors,
  usualLimits,
  usualSuccess,
} from "./conventions/http.ts";
import { canonicalNames, english } from "./conventions/names.ts";
import { bareLabels, boxedEvidence, wholeQuantity } from "./conventions/scan.ts";
import { specificationOnly } from "./conventions/specification.ts";

/**
 * Only the specification: its endpoints, its three error fields, and an idempotency key. A site of your own has the same shape: `npm run site:new`
 * asks for the answers that are written here, and takes the others from the named conventions. `npm run site:check -- plain` prints all.
 */
export default defineSite({
  name: "plain",
  // The overview is GET /trace/overview. PATCH /box edits an assignment, DELETE /box deletes it. This convention has no extensions. To add one,
  // write an answer below it: routes: { ...specificationOnly.routes, history: "/trace/history" }
  ...specificationOnly,
  // Fields have the names of docs/specification.md. Sentences are in English.
  fields: canonicalNames.fields,
  accepts: english.accepts,
  success: usualSuccess,
  errors: usualErrors({ gateway: "warehouse", product: "warehouse", accessory: "accessory" }),
  formats: {
    zongpai: {
      pattern: /^G[0-9]{1,10}$/,
      accepts: "must be G and up to 10 digits",
      example: "G1001",
    },
    boxNo: {
      pattern: /^B[0-9]{1,10}$/,
      accepts: "must be B and up to 10 digits",
      example: "B2001",
    },
    location: {
      pattern: /^[A-Z]-[0-9]{1,5}$/,
      accepts: "must be a capital letter, a hyphen and up to 5 digits",
      example: "A-1",
    },
    quantity: wholeQuantity({ most: 99_999 }),
  },
  location: {
    // Goods are registered without a question to the ERP. Other areas than these are counted together.
    ...specificationOnly.location,
    area: /^([A-Z])-/,
    areas: ["A", "B", "C"],
  },
  // A label holds the bare code, unless an answer here says more.
  scan: bareLabels,
  // beyondOrdered is about more than the ERP has as ordered, unknownBox about boxes that it does not know. Pages have 50 places or 5,000 items. A request body has at most 16 kB.
  box: { ...usualLimits.box, ...specificationOnly.box },
  overview: usualLimits.overview,
  limits: usualLimits.limits,
  erp: {
    // The views are in a SQLite file. docs/erp.md has database servers.
    ...usualLimits.erp,
    ...specificationOnly.erp,
    ...erpInFile,
    states: english.states,
    boxes: {
      ...specificationOnly.erp.boxes,
      relation: "box_info_view",
      boxNo: "box_no",
      quantity: "quantity",
    },
    zongpais: { relation: "zongpai_view", zongpai: "zongpai", quantity: "quantity" },
  },
  attachment: {
    // A box entry makes evidence real, for good. The configured quantity is the cap. The guard keeps what is boxed or located.
    ...boxedEvidence,
    evidence: english.evidence,
    categories: [
      { code: "MANUAL", label: "Manual" },
      { code: "CABLE", label: "Cable" },
    ],
  },
  auth: { scheme: "apiKey", keys: ["scanner-1"], allowed: false },
  // Operations are kept for ever. The gateway keeps its own domain name.
  history: { did: english.did, ...specificationOnly.history },
  deployment: usualDeployment,
});
