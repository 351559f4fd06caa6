import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import type { Place } from "#lib/lambda.ts";
import { routesOf } from "#lib/routes.ts";

/** Not a route: answers unknown addresses with 404 and unknown methods with 405 and `Allow`, from the route table. */
export const make = ({ site }: Place) => {
  const routes = routesOf(site);
  const gatewayError = gatewayErrors(site);
  return async ({ path }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
    return allowed.length > 0
      ? gatewayError("methodNotAllowed", { allow: allowed.join(", ") })
      : gatewayError("unknownRoute");
  };
};
