import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Site } from "../site/schema.ts";

const longest = 128;

/**
 * Who sent a request, as the gateway established it by the site's way (specification §5 leaves it open); never anything that the client
 * merely claims. `keyNames` are the site's names of API keys, by id.
 */
export const callerOf = ({ auth }: Site, keyNames: ReadonlyMap<string, string>) => {
  const names: Record<Site["auth"]["scheme"], (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined> = {
    none: () => undefined,
    iam: ({ identity }) => identity?.userArn,
    // A key that was made by hand has no name of the site's: then its id tells it apart.
    apiKey: ({ identity }) => keyNames.get(identity?.apiKeyId ?? "") ?? identity?.apiKeyId,
    jwt: ({ authorizer }) => authorizer?.name,
  };
  const nameIn = names[auth.scheme];
  return ({ requestContext }: APIGatewayProxyEvent): string => (nameIn(requestContext) ?? "anonymous").slice(0, longest);
};
