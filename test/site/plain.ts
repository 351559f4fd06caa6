import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";
import { withoutExtensions } from "./kinds.ts";

/** Demo with the routes and the fields of the specification alone. */
export default defineSite({ ...demo, name: "plain", ...withoutExtensions, pages: false });
