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

/** A line for each setting that a live site needs and a template lacks. It reads the template, because CI deploys one from another job. */
export const missingLiveSettings = (template: unknown): string[] => {
  const resources = Object.values(TemplateResources.parse(template).Resources);
  const propertiesOfType = (type: string) =>
    resources.flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));
  const lines: string[] = [];
  if (propertiesOfType("AWS::CloudWatch::Alarm").length === 0)
    lines.push("Not set: watch (context in cdk.json). The stage has no alarms.");
  else if (propertiesOfType("AWS::SNS::Subscription").length === 0)
    lines.push("Not set: alarmsTo (context in cdk.json). No address gets the alarms.");
  if (propertiesOfType("AWS::Budgets::Budget").length === 0)
    lines.push(
      "Not set: budget (context in cdk.json). No mail is sent when the account's bill grows.",
    );
  // A site without keys has no usage plan, so it needs no limit per key.
  if (propertiesOfType("AWS::ApiGateway::UsagePlan").some(({ Throttle }) => Throttle === undefined))
    lines.push(
      "Not set: deployment.perCaller (site profile). One API key can use up the rate of all callers.",
    );
  if (
    propertiesOfType("AWS::ApiGateway::Stage").some(
      (stage) => !ThrottledStage.safeParse(stage).success,
    )
  )
    lines.push(
      "Not set: deployment.throttle (site profile). Only the account's own rate limits the requests.",
    );
  return lines;
};
