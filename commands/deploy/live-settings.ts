import * as z from "zod";

const TemplateResources = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
    )
    .default({}),
});

const ThrottledStage = z.object({
  MethodSettings: z.tuple([z.object({ ThrottlingRateLimit: z.number() })]),
});

/**
 * What a live site wants and a template is missing, a line for each setting. It is read from the template, because CI deploys one that another
 * job has synthesised.
 */
export const missingLiveSettings = (template: unknown): string[] => {
  const resources = Object.values(TemplateResources.parse(template).Resources);
  const ofType = (type: string) =>
    resources.flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));
  const lines: string[] = [];
  if (ofType("AWS::CloudWatch::Alarm").length === 0)
    lines.push("Not set: watch (context in cdk.json). The stage has no alarms.");
  else if (ofType("AWS::SNS::Subscription").length === 0)
    lines.push("Not set: alarmsTo (context in cdk.json). The alarms are sent to no address.");
  if (ofType("AWS::Budgets::Budget").length === 0)
    lines.push(
      "Not set: budget (context in cdk.json). No mail is sent when the account's bill grows.",
    );
  // Without keys there is no usage plan, and so no limit for one of them.
  if (ofType("AWS::ApiGateway::UsagePlan").some(({ Throttle }) => Throttle === undefined))
    lines.push(
      "Not set: deployment.perCaller (site profile). One API key can use up the rate of all.",
    );
  if (ofType("AWS::ApiGateway::Stage").some((stage) => !ThrottledStage.safeParse(stage).success))
    lines.push(
      "Not set: deployment.throttle (site profile). Only the account's own rate is a limit.",
    );
  return lines;
};
