import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import type { Place } from "#lib/here.ts";

/** Not a route: says of a token whether it is good, and whom it names. Deployed for sites that answer `jwt`. */
export const make = ({ site }: Place) => tokenAuthorizer(site.auth);
