import type { StackTemplate } from "#infra/stack/template.ts";
import { type CostLine, costLineOf, type PriceName } from "../../../commands/prices.ts";

type StackResources = StackTemplate["resources"];
type StackResource = StackResources[string];

type BilledType = {
  readonly part: string;
  readonly price: PriceName;
  /** The billed amount of a resource, if it is not 1. */
  readonly amountIn?: (resource: StackResource) => number;
};

/** The number of metrics that CloudWatch bills for an alarm. Expressions are not billed. */
const metricsIn = ({ Properties }: StackResource): number =>
  (Properties.Metrics ?? [Properties]).filter(
    ({ Expression }: { readonly Expression?: string }) => Expression === undefined,
  ).length;

/** The types of resources that cost money without requests. */
const billedTypes: Readonly<Record<string, BilledType>> = {
  "AWS::CloudWatch::Alarm": {
    part: "alarm metrics",
    price: "alarmMetric",
    amountIn: metricsIn,
  },
  "AWS::CloudWatch::CompositeAlarm": { part: "composite alarms", price: "compositeAlarm" },
  "AWS::CloudWatch::Dashboard": { part: "dashboard", price: "dashboard" },
  "AWS::KMS::Key": { part: "encryption key", price: "key" },
};

/** The types of resources that are free, by service. */
const freeTypes: Readonly<Record<string, readonly string[]>> = {
  ApiGateway: [
    ...["Account", "Deployment", "GatewayResponse", "Method", "Resource", "RestApi", "Stage"],
    "UsagePlan",
  ],
  DynamoDB: ["Table"],
  IAM: ["Policy", "Role"],
  Lambda: ["Function", "Permission"],
  Logs: ["LogGroup", "MetricFilter"],
  SNS: ["Topic", "TopicPolicy"],
};

const isFree = (type: string): boolean => {
  const [, service = "", name = ""] = type.split("::");
  return freeTypes[service]?.includes(name) ?? false;
};

/**
 * The price of a template's resources for a month without requests, with a line for each billed
 * type.
 * @throws Error for a type that is neither billed nor known to be free
 */
export const idleLines = (resources: StackResources): readonly CostLine[] => {
  const resourceList = Object.values(resources);
  for (const { Type } of resourceList)
    if (!(Type in billedTypes || isFree(Type)))
      throw new Error(`${Type} has no price in tools/docs/cost/idle.ts.`);
  return Object.entries(billedTypes).map(([type, { part, price, amountIn = () => 1 }]) => {
    const amounts = resourceList.filter(({ Type }) => Type === type).map(amountIn);
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    return costLineOf(part, total, price);
  });
};
