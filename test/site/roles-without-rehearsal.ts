import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";
import keyRoles from "./key-roles.ts";

/** Keys with roles, and no dry run that could tell what one of them may configure. */
export default defineSite({
  ...demo,
  auth: keyRoles.auth,
  extensions: { ...demo.extensions, dryRun: false },
});
