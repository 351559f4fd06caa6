import { randomUUID } from "node:crypto";
import type { APIGatewayAuthorizerResult } from "aws-lambda";
import { authorizerTtlSeconds, bearerPattern } from "#lib/gate/bearer-token.ts";
import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { roleAddresses } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import {
  type AuthenticateRequest,
  headerOf,
  localContext,
  methodArnOf,
  unknownCaller,
} from "../gateway-event.ts";
import { authenticateByKey, localKeys } from "./authenticate-key.ts";

type TokenAuthorizer = ReturnType<typeof tokenAuthorizer>;

export type LocalCredentials = {
  /** The value of each key by its name, in place of the values that are the same at every start. */
  readonly apiKeys?: ReadonlyMap<string, string>;
  /** An authorizer in place of the site's own. */
  readonly authorizer?: TokenAuthorizer;
};

/** Our authorizer names whole addresses, or the whole stage with a star. */
const allowsMethod = (
  { Statement }: APIGatewayAuthorizerResult["policyDocument"],
  methodArn: string,
): boolean => {
  const stageArn = `${methodArn.split("/", 2).join("/")}/*`;
  return Statement.some(
    (statement) =>
      statement.Effect === "Allow" &&
      "Resource" in statement &&
      [statement.Resource].flat().some((arn) => arn === stageArn || arn === methodArn),
  );
};

/** Asks the token authorizer like API Gateway: only for text that looks like a token, and once within `authorizerTtlSeconds`. No failure is kept. */
const authenticateByToken = (authorizer: TokenAuthorizer): AuthenticateRequest => {
  const results = new Map<string, { result: APIGatewayAuthorizerResult; until: number }>();
  const askAuthorizer = async (authorizationToken: string, methodArn: string) => {
    const kept = results.get(authorizationToken);
    if (kept && Date.now() < kept.until) return kept.result;
    const result = await authorizer(
      { type: "TOKEN", authorizationToken, methodArn },
      localContext("authorizer", randomUUID()),
    );
    results.set(authorizationToken, { result, until: Date.now() + authorizerTtlSeconds * 1_000 });
    return result;
  };
  return async (received) => {
    const authorizationToken = headerOf(received.rawHeaders, "authorization") ?? "";
    if (!bearerPattern.test(authorizationToken)) return "unauthenticated";
    const methodArn = methodArnOf(received);
    try {
      const result = await askAuthorizer(authorizationToken, methodArn);
      const { principalId, policyDocument, context } = result;
      if (!allowsMethod(policyDocument, methodArn)) return "forbidden";
      return { ...unknownCaller, authorizer: { ...context, principalId } };
    } catch (error) {
      if ((error as Error).message === "Unauthorized") return "unauthenticated";
      console.error("The authorizer failed:", error);
      return "internal";
    }
  };
};

/** The check of who sent a request, as the site answered. Only AWS can check IAM. */
export const authenticatorOf = (
  site: Site,
  { apiKeys, authorizer }: LocalCredentials,
): AuthenticateRequest => {
  const { auth } = site;
  if (auth.scheme === "apiKey") return authenticateByKey(apiKeys ?? localKeys(site));
  if (auth.scheme === "jwt")
    return authenticateByToken(authorizer ?? tokenAuthorizer(auth, roleAddresses(site)));
  return async () => unknownCaller;
};
