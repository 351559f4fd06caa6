import { randomUUID } from "node:crypto";
import type {
  APIGatewayAuthorizerResult,
  APIGatewayTokenAuthorizerEvent,
  Context,
} from "aws-lambda";
import { authorizerTtl, bearer } from "#lib/gate/bearer.ts";
import type { Site } from "#lib/site/schema.ts";
import { byKey } from "./authenticate-key.ts";
import { type Authenticate, headerOf, localContext, methodArnOf, nobody } from "./event.ts";

export type Authorizer = (
  event: APIGatewayTokenAuthorizerEvent,
  context: Context,
) => Promise<APIGatewayAuthorizerResult>;

export type Credentials = {
  /** The value of each key, by its name. */
  readonly apiKeys?: ReadonlyMap<string, string>;
  readonly authorizerOf?: () => Promise<Authorizer>;
};

/** Our authorizer names whole addresses, or the whole stage with a star. */
const allows = (
  { Statement }: APIGatewayAuthorizerResult["policyDocument"],
  methodArn: string,
): boolean => {
  const everything = `${methodArn.split("/", 2).join("/")}/*`;
  return Statement.some(
    (statement) =>
      statement.Effect === "Allow" &&
      "Resource" in statement &&
      [statement.Resource].flat().some((arn) => arn === everything || arn === methodArn),
  );
};

/** Asks the token authorizer like API Gateway: only for text that looks like a token, and once within `authorizerTtl`. No failure is kept. */
const byToken = (authorizerOf: () => Promise<Authorizer>): Authenticate => {
  const kept = new Map<string, { result: APIGatewayAuthorizerResult; until: number }>();
  const ask = async (authorizationToken: string, methodArn: string) => {
    const known = kept.get(authorizationToken);
    if (known && Date.now() < known.until) return known.result;
    const authorizer = await authorizerOf();
    const result = await authorizer(
      { type: "TOKEN", authorizationToken, methodArn },
      localContext("authorizer", randomUUID()),
    );
    kept.set(authorizationToken, { result, until: Date.now() + authorizerTtl * 1_000 });
    return result;
  };
  return async (received) => {
    const authorizationToken = headerOf(received.rawHeaders, "authorization") ?? "";
    if (!bearer.test(authorizationToken)) return "unauthenticated";
    const methodArn = methodArnOf(received);
    try {
      const { principalId, policyDocument, context } = await ask(authorizationToken, methodArn);
      if (!allows(policyDocument, methodArn)) return "forbidden";
      return { ...nobody, authorizer: { ...context, principalId } };
    } catch (error) {
      if ((error as Error).message === "Unauthorized") return "unauthenticated";
      console.error("The authorizer failed:", error);
      return "internal";
    }
  };
};

/**
 * The check of who sent a request, as the site answered. Only AWS can check IAM.
 * @throws Error if something that the check needs is missing: a gateway that cannot check must not be open
 */
export const authenticator = (
  { auth }: Site,
  { apiKeys, authorizerOf }: Credentials,
): Authenticate => {
  if (auth.scheme === "apiKey") {
    if (!apiKeys) throw new Error("A gateway of a site with API keys needs their values.");
    return byKey(apiKeys);
  }
  if (auth.scheme === "jwt") {
    if (!authorizerOf) throw new Error("A gateway of a site with tokens needs an authorizer.");
    return byToken(authorizerOf);
  }
  return async () => nobody;
};
