import { randomUUID } from "node:crypto";
import type {
  APIGatewayAuthorizerResult,
  APIGatewayTokenAuthorizerEvent,
  Context,
  Statement,
} from "aws-lambda";
import { authorizerTtl, bearer } from "#lib/gate/bearer.ts";
import { localContext } from "./context.ts";
import { type Authenticate, headerOf, methodArnOf, nobody } from "./event.ts";

/** The authorizer function. */
export type Authorizer = (
  event: APIGatewayTokenAuthorizerEvent,
  context: Context,
) => Promise<APIGatewayAuthorizerResult>;

const listed = (value: string | readonly string[] = []) =>
  typeof value === "string" ? [value] : value;

/** The wildcards of a policy: a star for any text, a question mark for any character. */
const covers = (pattern: string, value: string): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(value);
};

const applies = (statement: Statement, methodArn: string): boolean =>
  "Action" in statement &&
  "Resource" in statement &&
  listed(statement.Action).some((pattern) => covers(pattern, "execute-api:Invoke")) &&
  listed(statement.Resource).some((pattern) => covers(pattern, methodArn));

/** A request is refused if the policy denies it, or does not allow it. */
const allows = (statements: readonly Statement[], methodArn: string): boolean => {
  const effects = statements
    .filter((statement) => applies(statement, methodArn))
    .map(({ Effect }) => Effect);
  return effects.includes("Allow") && !effects.includes("Deny");
};

/**
 * Runs the token authorizer like API Gateway: not at all for text that does not look like a token; otherwise once for each token. It keeps
 * the policy for `authorizerTtl`, even if the token expires earlier. A failure is not kept.
 */
export const byToken = (authorizerOf: () => Promise<Authorizer>): Authenticate => {
  const kept = new Map<
    string,
    { readonly result: APIGatewayAuthorizerResult; readonly until: number }
  >();
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
    const token = headerOf(received.rawHeaders, "authorization") ?? "";
    if (!bearer.test(token)) return "unauthenticated";
    const methodArn = methodArnOf(received);
    try {
      const { principalId, policyDocument, context } = await ask(token, methodArn);
      if (!allows(policyDocument.Statement, methodArn)) return "forbidden";
      return { ...nobody, authorizer: { ...context, principalId } };
    } catch (error) {
      if ((error as Error).message === "Unauthorized") return "unauthenticated";
      console.error("The authorizer failed:", error);
      return "internal";
    }
  };
};
