import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";
import noDeletion from "./no-deletion.ts";

/** Pages whose scans have no key: after a network failure, one may count twice. */
export default defineSite({ ...noDeletion, name: "pages-without-key", pages: demo.pages });
