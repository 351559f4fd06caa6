import { Duration, type Stack } from "aws-cdk-lib";
import { AuthorizationType, type MethodOptions, TokenAuthorizer } from "aws-cdk-lib/aws-apigateway";
import { authorizerTtl, bearer } from "#lib/gate/bearer.ts";
import type { Site } from "#lib/site/schema.ts";
import type { MakeFunction } from "./route-function.ts";

/** What every method asks of a request, the unknown ones among them, by the site's answer. */
export const addAuthorizer = (stack: Stack, { auth }: Site, makeFunction: MakeFunction): MethodOptions => {
  switch (auth.scheme) {
    case "none":
      return { authorizationType: AuthorizationType.NONE };
    case "iam":
      return { authorizationType: AuthorizationType.IAM };
    case "apiKey":
      return { authorizationType: AuthorizationType.NONE, apiKeyRequired: true };
    case "jwt":
      return {
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: new TokenAuthorizer(stack, "TokenAuthorizer", {
          handler: makeFunction("authorizer"),
          resultsCacheTtl: Duration.seconds(authorizerTtl),
          validationRegex: bearer.source,
        }),
      };
  }
};
