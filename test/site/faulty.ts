import { defineSite } from "#lib/site/define-site.ts";
import { demoWith } from "./demo-with.ts";

/** Demo with three mistakes: two wrong answers, and an answer without a question. */
export default defineSite(
  demoWith({ "overview.pageSize": 0, "fields.quantity": "box no", colour: "red" }),
);
