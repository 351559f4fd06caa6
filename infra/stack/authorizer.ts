import { Duration, type Stack } from "aws-cdk-lib";
import { AuthorizationType, type MethodOptions, TokenAuthorizer } from "aws-cdk-lib/aws-apigateway";
import { authorizerTtlSeconds, bearerPattern } from "#lib/gate/bearer-token.ts";
import type { Site } from "#lib/site/schema.ts";
import type { MakeFunction } from "./route-function.ts";

/** How every method, also an unknown one, checks who sent a request, as the site answered. */
export const addAuthorizer = (
  stack: Stack,
  { auth }: Site,
  makeFunction: MakeFunction,
): MethodOptions => {
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
          resultsCacheTtl: Duration.seconds(authorizerTtlSeconds),
          validationRegex: bearerPattern.source,
        }),
      };
  }
};
