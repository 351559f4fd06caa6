import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import type { Place } from "#lib/lambda.ts";
import { roleAddresses } from "#lib/routes.ts";

/** Not a route: checks a token, and returns the name of the device or person. Deployed for sites that answer `jwt`. */
export const make = ({ site }: Place) => tokenAuthorizer(site.auth, roleAddresses(site));
