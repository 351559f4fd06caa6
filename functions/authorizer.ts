import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import site from "#site";

/** Not a route: says of a token whether it is good, and whom it names. Deployed for sites that answer `jwt`. */
export const handler = tokenAuthorizer(site.auth);
