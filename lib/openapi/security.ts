import type { Site } from "../site/schema.ts";

/** How a scanner proves its identity (specification §5 leaves it to the site), in OpenAPI's form. */
const schemeOf = (auth: Exclude<Site["auth"], { scheme: "none" }>) => {
  const header = { type: "apiKey", in: "header" };
  if (auth.scheme === "apiKey")
    return { ...header, name: "x-api-key", description: "The API key of this scanner." };
  if (auth.scheme === "iam")
    return {
      ...header,
      name: "Authorization",
      description: "Requests are signed with AWS Signature Version 4 for the service execute-api.",
      "x-amazon-apigateway-authtype": "awsSigv4",
    };
  const description = `A token issued by ${auth.issuer} for the audience ${auth.audience}.`;
  return { type: "http", scheme: "bearer", bearerFormat: "JWT", description };
};

/** The security part of the description; empty for a site without credentials. */
export const securityOf = ({ auth }: Site) =>
  auth.scheme === "none"
    ? { security: [] }
    : {
        securitySchemes: { [auth.scheme]: schemeOf(auth) },
        security: [{ [auth.scheme]: [] }],
      };
