import { extensionRoutes } from "#lib/extensions.ts";
import { defineConvention } from "#lib/site/convention.ts";
import type { Site } from "#lib/site/schema.ts";
import { canonicalNames } from "./names.ts";

type PartialAnswers<Part> = Part extends object
  ? { readonly [Name in keyof Part]?: PartialAnswers<Part[Name]> }
  : Part;

const switchedOff = <Answers extends object>(answers: Answers) =>
  Object.fromEntries(Object.keys(answers).map((name) => [name, false])) as {
    [Name in keyof Answers]: false;
  };

/**
 * The endpoints and fields of the specification, and two headers: the idempotency key and the mark of a replayed answer, which make it safe
 * to send a request again. Where the specification is open, the answer adds and refuses least.
 */
export const specificationOnly = defineConvention("specificationOnly", {
  basePath: "",
  routes: {
    overview: "/trace/overview",
    editBox: { method: "PATCH", path: "/box" },
    deleteBox: { method: "DELETE", path: "/box" },
    deleteFields: "query",
    ...switchedOff(extensionRoutes),
  },
  extensions: {
    ...switchedOff(canonicalNames.extensions),
    idempotencyKey: canonicalNames.extensions.idempotencyKey,
    replayed: canonicalNames.extensions.replayed,
  },
  location: {
    otherAreas: "count",
    offShelfNote: false,
    unknownGoods: "accept",
    maxClockAhead: 300,
  },
  box: { beyondOrdered: "allow", unknownBox: "accept" },
  erp: { boxes: { columns: [], day: false }, product: false },
  history: { keepFor: false },
  changes: false,
  pages: false,
  origin: false,
} satisfies PartialAnswers<Site>);
