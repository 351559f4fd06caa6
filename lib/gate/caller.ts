import type { APIGatewayProxyEvent } from "aws-lambda";
import site from "#site";
import { optionalEnv } from "../env.ts";
import { keyNamesVariable, readKeyNames } from "./api-key-names.ts";

/** In code points; a name is cut between them, for half of one cannot be stored. */
const longest = 128;

/** What would break a line, a terminal or the order of reading, and halves of characters, which cannot be stored. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

const keyNames = readKeyNames(optionalEnv(keyNamesVariable));

/** Names for the operation row, by the site's way to prove who is there (specification §5 leaves it open). */
const names: Record<typeof site.auth.scheme, (context: APIGatewayProxyEvent["requestContext"]) => string | null | undefined> = {
  none: () => undefined,
  iam: ({ identity }) => identity?.userArn,
  // A key that was made by hand has no name of the site's: then its id tells it apart.
  apiKey: ({ identity }) => keyNames.get(identity?.apiKeyId ?? "") ?? identity?.apiKeyId,
  jwt: ({ authorizer }) => authorizer?.name,
};

/** Who sent the request, as the gateway established it; never anything that the client merely claims. */
export const callerOf = ({ requestContext }: APIGatewayProxyEvent): string =>
  [...(names[site.auth.scheme](requestContext) ?? "anonymous").replace(unfit, "?")].slice(0, longest).join("");
