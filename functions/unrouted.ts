import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { gatewayError } from "#lib/http/gateway-error.ts";
import { routesOf } from "#lib/routes.ts";
import site from "#site";

const routes = routesOf(site);

/** Not a route: answers unknown addresses and methods from the route table, 404 or 405 with `Allow`. */
export const handler = async ({ path }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
  return allowed.length > 0 ? gatewayError("methodNotAllowed", { allow: allowed.join(", ") }) : gatewayError("unknownRoute");
};
