import demo from "../../sites/demo.ts";
import { withTokens } from "./jwt.ts";
import { endpointsOfRole } from "./roles.ts";
import signedIn from "./signed-in.ts";

/** Demo with tokens whose claim `groups` has the roles, and with pages. */
export default withTokens(
  { roles: endpointsOfRole, claim: "groups" },
  { pages: demo.pages, signIn: signedIn.auth.scheme === "jwt" && signedIn.auth.signIn },
);
