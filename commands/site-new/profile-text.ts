import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { quantityOf, type SiteAnswers } from "./answers.ts";
import { type LabelKind, labelKinds } from "./read-format.ts";

const literalOf = (value: unknown) => JSON.stringify(value);

const formatText = (formats: SiteAnswers["formats"], kind: LabelKind) => {
  const { pattern, accepts, example, checkDigit } = formats[kind];
  return `${kind}: {
    pattern: ${pattern}, accepts: ${literalOf(accepts)}, example: ${literalOf(example)},${checkDigit ? " checkDigit: true," : ""}
  },`;
};

const quantityText = (quantity: SiteAnswers["formats"]["quantity"]) =>
  quantity.decimals === 0
    ? `wholeQuantity({ most: ${groupDigits(quantity.most)} })`
    : literalOf(quantityOf(quantity));

/** A number with digit separators, as in TypeScript. */
const groupDigits = (value: number) => value.toLocaleString("en").replaceAll(",", "_");

/** The two rules, where they differ from those of the specification alone. */
const boxText = ({ beyondOrdered, unknownBox }: SiteAnswers["box"]) =>
  (beyondOrdered === "refuse" ? ', beyondOrdered: "refuse"' : "") +
  (unknownBox === "refuse" ? ', unknownBox: "refuse"' : "");

const erpText = ({ dialect, connection, boxes, zongpais }: SiteAnswers["erp"]) => `
  erp: {
    // The views are ${connection ? "on a database server" : "in a SQLite file"}. docs/erp.md has ${
      connection ? "a role that can only read" : "database servers"
    }.
    ...usualLimits.erp,
    ...specificationOnly.erp,
    ${connection ? `dialect: ${literalOf(dialect)}, connection: ${literalOf(connection)}` : "...erpInFile"},
    states: english.states,
    boxes: {
      ...specificationOnly.erp.boxes,
      relation: ${literalOf(boxes.relation)},
      boxNo: ${literalOf(boxes.boxNo)},
      quantity: ${literalOf(boxes.quantity)},
    },
    zongpais: ${literalOf(zongpais)},
  },`;

const scanText = ({ kinds, boxNo }: SiteAnswers["scan"]) =>
  kinds === "formats" && boxNo.length === 0
    ? "bareLabels"
    : `{ ...bareLabels, kinds: ${literalOf(kinds)}, boxNo: ${literalOf(boxNo)} }`;

const importsText = ({ erp, formats }: SiteAnswers) => `
import { defineSite } from "#lib/site/define-site.ts";
import { ${erp.connection ? "" : "erpInFile, "}usualDeployment, usualErrors, usualLimits, usualSuccess } from "./conventions/http.ts";
import { canonicalNames, english } from "./conventions/names.ts";
import { bareLabels, boxedEvidence${formats.quantity.decimals === 0 ? ", wholeQuantity" : ""} } from "./conventions/scan.ts";
import { specificationOnly } from "./conventions/specification.ts";
`;

/** The comment of the profile, which names the command that wrote it. */
const headComment = (name: string) => `
/**
 * Only the specification: its endpoints, its three error fields, and an idempotency key. \`npm run site:new\` wrote the answers here; the
 * others are taken from the named conventions. \`npm run site:check -- ${name}\` prints all of them, and what each extension would add.
 */`;

/** The text of a profile like sites/plain.ts with these answers, before formatting. */
const unformattedText = (
  answers: SiteAnswers,
) => `${importsText(answers)}${headComment(answers.name)}
export default defineSite({
  name: ${literalOf(answers.name)},
  // The overview is GET /trace/overview. PATCH /box edits an assignment, DELETE /box deletes it. This convention has no extensions. To add one,
  // write an answer below it: routes: { ...specificationOnly.routes, history: "/trace/history" }
  ...specificationOnly,
  // Fields have the names of docs/specification.md. Sentences are in English.
  fields: canonicalNames.fields,
  accepts: english.accepts,
  success: usualSuccess,
  errors: usualErrors(${literalOf(answers.errors)}),
  formats: {
    ${labelKinds.map((kind) => formatText(answers.formats, kind)).join("\n    ")}
    quantity: ${quantityText(answers.formats.quantity)},
  },
  location: {
    // Goods are registered without a question to the ERP. ${
      answers.location.areas
        ? "Other areas than these are counted together."
        : "A request counts one area."
    }
    ...specificationOnly.location,
    area: ${answers.location.area},
    areas: ${literalOf(answers.location.areas)},
  },
  // A label holds the bare code, unless an answer here says more.
  scan: ${scanText(answers.scan)},
  // beyondOrdered is about more than the ERP has as ordered, unknownBox about boxes that it does not know. Pages have 50 places or 5,000 items. A request body has at most 16 kB.
  box: { ...usualLimits.box, ...specificationOnly.box${boxText(answers.box)} },
  overview: usualLimits.overview,
  limits: usualLimits.limits,${erpText(answers.erp)}
  attachment: {
    // A box entry makes evidence real, for good. The configured quantity is the cap. The guard keeps what is boxed or located.
    ...boxedEvidence,
    evidence: english.evidence,
    categories: ${literalOf(answers.attachment.categories)},
  },
  auth: ${literalOf(answers.auth)},
  // Operations are kept for ever. The gateway keeps its own domain name.
  history: { did: english.did, ...specificationOnly.history },
  deployment: usualDeployment,
});
`;

const formatterPath = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** The text of a profile, formatted like the other profiles. @throws Error of the formatter */
export const profileText = (answers: SiteAnswers): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [formatterPath, "check", "--write", "--stdin-file-path=sites/new.ts"],
    {
      cwd: new URL("../../", import.meta.url),
      input: unformattedText(answers),
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`The profile cannot be formatted: ${stderr}`);
  return stdout;
};
