import { locationOverview } from "#lib/endpoints/location-overview.ts";
import { onLambda, withTable } from "#lib/lambda.ts";

export const handler = onLambda(locationOverview, withTable);
