import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Handler } from "./endpoint.ts";

/**
 * The handler of a function that serves several endpoints; their keys are method and path. The first request for an endpoint makes its
 * handler, with its schemas. Where there is one endpoint, this is its own handler.
 */
export const grouped = <One>(
  endpoints: Readonly<Record<string, One>>,
  make: (endpoint: One) => Handler,
): Handler => {
  const [only, another] = Object.values(endpoints);
  if (only && !another) return make(only);
  const made = new Map<string, Handler>();
  const handlerFor = ({ httpMethod, resource }: APIGatewayProxyEvent): Handler => {
    const key = `${httpMethod} ${resource}`;
    const endpoint = endpoints[key];
    if (!endpoint)
      throw new Error(
        "This function was sent a request that the gateway should send to another one.",
      );
    const handler = made.get(key) ?? make(endpoint);
    made.set(key, handler);
    return handler;
  };
  return async (event, context) => handlerFor(event)(event, context);
};
