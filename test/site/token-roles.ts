import { withTokens } from "./jwt.ts";
import { roles } from "./roles.ts";

/** Demo with tokens whose claim `groups` has the roles. */
export default withTokens({ roles, claim: "groups" });
