import type { Site } from "../site/schema.ts";

type Auth = Site["auth"];

/** What proves who a scanner is (specification §5 leaves it to the site), in OpenAPI's form. */
const schemeOf = (auth: Exclude<Auth, { scheme: "none" }>) => {
  switch (auth.scheme) {
    case "iam":
      return {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        description:
          "Requests are signed with AWS Signature Version 4 for the service execute-api.",
        "x-amazon-apigateway-authtype": "awsSigv4",
      };
    case "apiKey":
      return {
        type: "apiKey",
        in: "header",
        name: "x-api-key",
        description: "The API key of this scanner.",
      };
    case "jwt":
      return {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: `A token issued by ${auth.issuer} for the audience ${auth.audience}.`,
      };
  }
};

/** The security part of the description; empty for a site without credentials. */
export const securityOf = ({ auth }: Site) =>
  auth.scheme === "none"
    ? { security: [] }
    : {
        securitySchemes: { [auth.scheme]: schemeOf(auth) },
        security: [{ [auth.scheme]: [] }],
      };
