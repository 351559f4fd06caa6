import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Credentials } from "#infra/local/authenticate.ts";
import { createGateway } from "#infra/local/gateway.ts";
import { type LambdaHandler, openFunctions } from "#lib/in-process.ts";
import { routesOf } from "#lib/routes.ts";
import { historyOf } from "#lib/store/history.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

type Address = { readonly id: string; readonly method: string; readonly path: string };

/** Every route of the site; and what is none: an unknown address, and a known one with a method that it does not take. */
export const addresses: readonly Address[] = [
  ...routesOf(site).map(({ id, method, path }) => ({ id, method, path })),
  { id: "unrouted", method: "GET", path: `${site.basePath}/nowhere` },
  { id: "unrouted", method: "PUT", path: `${site.basePath}/box` },
];

/** What a caller who is not known must be told, and nothing else. */
export const unauthenticated = {
  status: site.errors.gateway.unauthenticated.status,
  body: {
    error_code: site.errors.gateway.unauthenticated.code,
    message: "No valid credentials came with the request.",
    domain: site.errors.gateway.unauthenticated.domain,
  },
};

/** What every address must answer to a stranger. */
export const refusedEverywhere = new Map(
  addresses.map(({ method, path }) => [`${method} ${path}`, unauthenticated]),
);

/** The gateway with the real functions behind it, each of which is noted when it is reached. */
export const startGateway = async (
  credentials: Credentials,
  keyNames: ReadonlyMap<string, string> = new Map(),
) => {
  const handlers = await openFunctions(site, {
    table,
    erpFile: process.env.ERP_SQLITE,
    settings: { keyNames },
  });
  const reached: { id: string; event: APIGatewayProxyEvent }[] = [];
  const gateway = createGateway(site, {
    ...credentials,
    handlerOf: async (id) => {
      const handler = handlers.get(id) as LambdaHandler;
      return (event, context) => {
        reached.push({ id, event });
        return handler(event, context);
      };
    },
  });
  const port = await gateway.listen(0);
  type Answer = { readonly status: number; readonly body: Record<string, unknown> };
  const send = async (
    { method, path }: Omit<Address, "id">,
    headers: Record<string, string>,
    body = "{}",
  ): Promise<Answer> => {
    const inBody = method === "GET" ? {} : { body };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...inBody,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    reached,
    send,
    stop: gateway.stop,
    /** One line of the matrix: what these credentials are answered at every address, and the functions that they reach. */
    everywhere: async (headers: Record<string, string>) => {
      reached.splice(0);
      const answers = new Map<string, Answer>();
      for (const address of addresses)
        answers.set(`${address.method} ${address.path}`, await send(address, headers));
      return { answers, functions: reached.map(({ id }) => id) };
    },
    /** Registers goods on a shelf, and says whom the history names. */
    whoRegisters: async (zongpai: string, headers: Record<string, string>): Promise<string[]> => {
      const body = JSON.stringify({ zongpai, location: site.formats.location.example });
      await send({ method: "POST", path: `${site.basePath}/trace/location` }, headers, body);
      const rows = await historyOf(table, zongpai, { left: () => 2_000 });
      return rows.map(({ who }) => who);
    },
  };
};
