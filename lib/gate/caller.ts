import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Site } from "../site/schema.ts";
import { nameInValue } from "./api-key-names.ts";

/** In code points; a name is cut between two of them, because half of one cannot be stored. */
export const longestCaller = 128;

/** Characters that could break a line, a terminal or the reading direction; and halves of characters, which cannot be stored. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Who sent a request, as the gateway has checked it in the way that the site chose (specification §5 leaves it open). What the client only
 * claims is never used. `keyNames` are the site's names of API keys, by id.
 */
export const callerOf = ({ auth }: Site, keyNames: ReadonlyMap<string, string>) => {
  const siteKeys = auth.scheme === "apiKey" ? auth.keys : [];
  const names: Record<
    Site["auth"]["scheme"],
    (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined
  > = {
    none: () => undefined,
    iam: ({ identity }) => identity?.userArn,
    // A key that somebody made by hand has no name in the site: then its id is the name.
    apiKey: ({ identity }) =>
      keyNames.get(identity?.apiKeyId ?? "") ??
      nameInValue(identity?.apiKey, siteKeys) ??
      identity?.apiKeyId,
    jwt: ({ authorizer }) => authorizer?.name,
  };
  const nameIn = names[auth.scheme];
  return ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): string =>
    [...(nameIn(requestContext) ?? "anonymous").replace(unfit, "?")]
      .slice(0, longestCaller)
      .join("");
};
