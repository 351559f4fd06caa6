import { answerLookups } from "#lib/erp/lookup-function.ts";
import type { LookupPlace } from "#lib/lambda.ts";

/** Not a route: asks the ERP's server for the other functions, and is the only one that does. Deployed for sites whose ERP has a server. */
export const make = ({ erp }: LookupPlace) => answerLookups(erp);
