import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Site } from "../site/schema.ts";
import { nameInValue } from "./api-key-names.ts";

/** In code points; a name is cut between them, for half of one cannot be stored. */
export const longestCaller = 128;

/** What would break a line, a terminal or the order of reading, and halves of characters, which cannot be stored. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Who sent a request, as the gateway established it by the site's way (specification §5 leaves it open); never anything that the client
 * merely claims. `keyNames` are the site's names of API keys, by id.
 */
export const callerOf = ({ auth }: Site, keyNames: ReadonlyMap<string, string>) => {
  const siteKeys = auth.scheme === "apiKey" ? auth.keys : [];
  const names: Record<Site["auth"]["scheme"], (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined> = {
    none: () => undefined,
    iam: ({ identity }) => identity?.userArn,
    // A key that was made by hand has no name of the site's: then its id tells it apart.
    apiKey: ({ identity }) => keyNames.get(identity?.apiKeyId ?? "") ?? nameInValue(identity?.apiKey, siteKeys) ?? identity?.apiKeyId,
    jwt: ({ authorizer }) => authorizer?.name,
  };
  const nameIn = names[auth.scheme];
  return ({ requestContext }: APIGatewayProxyEvent): string =>
    [...(nameIn(requestContext) ?? "anonymous").replace(unfit, "?")].slice(0, longestCaller).join("");
};
