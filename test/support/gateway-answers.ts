import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { RestApi } from "aws-cdk-lib/aws-apigateway";
import { addGatewayResponses } from "#infra/stack/gateway-responses.ts";
import type { Site } from "#lib/site/schema.ts";
import { ownRulesAlone } from "../infra/template.ts";
import type { Received } from "./api.ts";

type Properties = {
  readonly ResponseType: string;
  readonly StatusCode: string;
  readonly ResponseParameters?: Readonly<Record<string, string>>;
  readonly ResponseTemplates: Readonly<Record<string, string>>;
};

/** What a site's gateway answers by itself, from the template. */
export const gatewayAnswers = (site: Site): Properties[] => {
  const stack = new Stack(new App(ownRulesAlone));
  const api = new RestApi(stack, "Api");
  api.root.addMethod("GET");
  addGatewayResponses(api, site);
  const found = Template.fromStack(stack).findResources("AWS::ApiGateway::GatewayResponse");
  return Object.values(found).map(({ Properties }) => Properties as Properties);
};

export const receivedOf = ({
  StatusCode,
  ResponseParameters = {},
  ResponseTemplates,
}: Properties): Received => ({
  status: Number(StatusCode),
  headers: new Headers(
    Object.entries(ResponseParameters).map(([name, value]): [string, string] => [
      name.replace("gatewayresponse.header.", ""),
      value.slice(1, -1),
    ]),
  ),
  text: ResponseTemplates["application/json"] ?? "",
});
