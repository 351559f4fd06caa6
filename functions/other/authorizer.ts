import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { onLambdaPlain } from "#lib/lambda.ts";
import { roleAddresses } from "#lib/routes.ts";

/** Checks a token, and returns the name of the device or person. Deployed for sites that answer `jwt`. */
export const handler = onLambdaPlain(({ site }) => tokenAuthorizer(site.auth, roleAddresses(site)));
