import type { Site } from "../site/schema.ts";

type Auth = Site["auth"];
type Scheme =
  | { readonly type: "apiKey"; readonly in: "header"; readonly name: string }
  | { readonly type: "http"; readonly scheme: "bearer"; readonly bearerFormat: string };

/** How a scanner proves who it is (specification §5 leaves it to the site), in OpenAPI's form; `undefined` if it need not. */
const schemeOf = (
  auth: Auth,
):
  | (Scheme & { readonly description: string; readonly [more: `x-${string}`]: string })
  | undefined => {
  switch (auth.scheme) {
    case "none":
      return undefined;
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

/** The security part of the description; for a site without credentials it is an empty requirement. */
export const securityOf = ({ auth }: Site) => {
  const scheme = schemeOf(auth);
  return scheme
    ? {
        schemes: { [auth.scheme]: scheme },
        security: [{ [auth.scheme]: [] as string[] }],
      }
    : { schemes: {}, security: [] };
};
