import { demoWith } from "./demo-with.ts";
import keyRoles from "./key-roles.ts";

/** Keys with roles, and no dry run that could show what one of them may configure. */
export default demoWith({ auth: keyRoles.auth, "extensions.dryRun": false });
