import type { Site } from "#lib/site/schema.ts";
import { ofType, templateOf } from "../infra/template.ts";
import type { Received } from "./api.ts";

type Properties = {
  readonly ResponseType: string;
  readonly StatusCode: string;
  readonly ResponseParameters?: Readonly<Record<string, string>>;
  readonly ResponseTemplates: Readonly<Record<string, string>>;
};

/** What a site's gateway answers by itself, from the template. */
export const gatewayAnswers = (site: Site): Properties[] =>
  ofType(templateOf(site, "dev"), "AWS::ApiGateway::GatewayResponse").map(
    ([, { Properties }]) => Properties,
  );

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
