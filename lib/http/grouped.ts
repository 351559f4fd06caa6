import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Handler } from "./endpoint.ts";

type Make<Here, Around> = (here: Here) => Handler<Around>;

/**
 * Makes the handler of a function that serves several routes; the keys are method and path. It hands each request to the route's own
 * handler, which the first request for it makes, with its schemas. Where there is one route, this is its own handler.
 */
export const grouped = <Here, Around>(
  makes: Readonly<Record<string, Make<Here, Around>>>,
): Make<Here, Around> => {
  const [only, another] = Object.values(makes);
  if (only && !another) return only;
  return (here) => {
    const made = new Map<string, Handler<Around>>();
    const handlerFor = ({ httpMethod, resource }: APIGatewayProxyEvent): Handler<Around> => {
      const key = `${httpMethod} ${resource}`;
      const handler = made.get(key) ?? makes[key]?.(here);
      if (!handler)
        throw new Error(
          "This function was sent a request that the gateway should send to another one.",
        );
      made.set(key, handler);
      return handler;
    };
    return Object.assign(
      async (...[event, context]: Parameters<Handler<Around>>) => handlerFor(event)(event, context),
      {
        rehearse: async (event: APIGatewayProxyEvent, around: Around) =>
          handlerFor(event).rehearse(event, around),
      },
    );
  };
};
