import { defineSite } from "#lib/site/define-site.ts";
import { demoWith } from "./changed.ts";

/** Demo with three mistakes: of a single answer, of two answers together, and an answer to no question. */
export default defineSite(
  demoWith({ "overview.pageSize": 0, "fields.quantity": "box_no", colour: "red" }),
);
