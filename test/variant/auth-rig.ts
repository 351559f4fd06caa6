import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, it } from "vitest";
import { createGateway, type GatewayOptions } from "#infra/local/gateway.ts";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { type LambdaHandler, openFunctions } from "#lib/in-process.ts";
import { roleAddresses, routesOf } from "#lib/routes.ts";
import { readHistory } from "#lib/store/history.ts";
import { startIssuer, tokenOf } from "../support/issuer.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import { patient } from "../support/waits.ts";

type Address = { readonly method: string; readonly path: string };

/** The routes of the site, an unknown address, and a known one with a method that it does not take. */
const addresses = [
  ...routesOf(site).map(({ id, method, path }) => ({ id, method, path })),
  { id: "unrouted", method: "GET", path: `${site.basePath}/nowhere` },
  { id: "unrouted", method: "PUT", path: `${site.basePath}/box` },
];

/** Where a site with pages tells callers who they are. */
export const me = addresses.find(({ id }) => id === "get-me") as Address;

const { status, code, domain } = site.errors.gateway.unauthenticated;
const message = "The request has no valid credentials.";
/** The whole answer to a caller who is not known. */
export const unauthenticated = {
  ...{ status, body: { error_code: code, message, domain } },
  challenge: site.auth.scheme === "jwt" ? "Bearer" : "ApiKey",
};

type Headers = Record<string, string>;
type Answer = {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly challenge?: string;
};

/** The gateway with the real functions behind it, which are noted when they are reached. */
export const startGateway = async (options: Omit<GatewayOptions, "handlerOf">) => {
  const handlers = await openFunctions(site, {
    table,
    erpFile: process.env.ERP_SQLITE,
    lookupLimitMs: patient.lookup,
  });
  const reached: { id: string; event: APIGatewayProxyEvent }[] = [];
  const gateway = createGateway(site, {
    ...options,
    handlerOf: (id) => {
      const handler = handlers.get(id) as LambdaHandler;
      return (event, context) => {
        reached.push({ id, event });
        return handler(event, context);
      };
    },
  });
  const port = await gateway.listen(0);
  const send = async (
    { method, path }: Address,
    headers: Headers,
    body = "{}",
  ): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "GET" ? {} : { body }),
    });
    const challenge = answer.headers.get("www-authenticate");
    return {
      status: answer.status,
      body: (await answer.json()) as Answer["body"],
      ...(challenge && { challenge }),
    };
  };
  return {
    reached,
    send,
    stop: gateway.stop,
    /** The answers at every address, and the functions that are reached. */
    everywhere: async (headers: Headers) => {
      reached.splice(0);
      const answers: (Answer & { readonly id: string })[] = [];
      for (const address of addresses)
        answers.push({ id: address.id, ...(await send(address, headers)) });
      return { answers, functions: reached.map(({ id }) => id) };
    },
    /** Whom the history names after goods were registered so. */
    whoRegisters: async (zongpai: string, headers: Headers): Promise<string[]> => {
      const body = JSON.stringify({ zongpai, location: site.formats.location.example });
      await send({ method: "POST", path: `${site.basePath}/trace/location` }, headers, body);
      const rows = await readHistory(table, { zongpai }, { left: () => 2_000 });
      return rows.map(({ who }) => who);
    },
  };
};

type Named = Readonly<Record<string, Headers>>;

export const itChecks = (
  { everywhere }: Awaited<ReturnType<typeof startGateway>>,
  wrong: Named,
  right: Named,
) => {
  it.each(Object.entries(wrong))(
    "refuses %s at every address, and no function sees it",
    async (_, credential) => {
      const { answers, functions } = await everywhere(credential);
      expect(answers).toEqual(addresses.map(({ id }) => ({ id, ...unauthenticated })));
      expect(functions).toEqual([]);
    },
  );

  it.each(Object.entries(right))("lets %s in at every address", async (_, credential) => {
    const { answers, functions } = await everywhere(credential);
    for (const { status } of answers) expect([401, 403]).not.toContain(status);
    expect(functions).toEqual(addresses.map(({ id }) => id));
  });
};

/** The gateway of a site with tokens, and their issuer. */
export const startTokenGateway = async () => {
  const issuer = await startIssuer();
  process.env.TEST_JWKS = issuer.url;
  const authorizer = tokenAuthorizer(site.auth, roleAddresses(site));
  const judged = { times: 0 };
  const gateway = await startGateway({
    authorizer: (event, context) => {
      judged.times += 1;
      return authorizer(event, context);
    },
  });
  const claims = {
    ...{ iss: "https://id.example.org", aud: "warehouse", token_use: "access" },
    exp: Math.floor(Date.now() / 1_000) + 3_600,
    device: "scanner-7",
  };
  return {
    gateway,
    claims,
    /** How often the authorizer was asked. */
    judged,
    token: (claims: object, header: object = {}, pair = issuer.pair) =>
      tokenOf(pair, { ...claims }, { ...header }),
    stop: () => Promise.all([gateway.stop(), issuer.stop()]),
  };
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
