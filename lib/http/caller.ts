import type { APIGatewayProxyEvent } from "aws-lambda";
import site from "#site";

const longest = 128;

/** Names for the operation row, by the site's way to prove who is there (specification §5 leaves it open). */
const names: Record<typeof site.auth.scheme, (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined> = {
  none: () => undefined,
  iam: ({ identity }) => identity?.userArn,
  apiKey: ({ identity }) => identity?.apiKeyId,
  jwt: ({ authorizer }) => authorizer?.name,
};

/** Who sent the request, as the gateway established it; never anything that the client merely claims. */
export const callerOf = ({ requestContext }: APIGatewayProxyEvent): string =>
  (names[site.auth.scheme](requestContext) ?? "anonymous").slice(0, longest);
