/**
 * What AWS charges, and what no measurement on a laptop can tell. All prices are list prices without the free tier, of the first
 * tier of each service. Whoever renews them changes this file and `asOf`, then runs `npm run cost -- --write`.
 */

export const currency = "USD";
/** When the prices were last compared with their sources. */
export const asOf = "2026-11-21";

export type Price = {
  /** Dollars for so many of the unit; of bytes the unit is one byte. */
  readonly usd: number;
  readonly per: number;
  /** What the dollars are for, in words. */
  readonly unit: string;
  /** Where it was read; absent: the price that is widely published for the region, without a page that could be read at `asOf`. */
  readonly readIn?: string;
};

/** AWS's own pages, which have the last word. */
export const sources = {
  gateway: "https://aws.amazon.com/api-gateway/pricing/",
  lambda: "https://aws.amazon.com/lambda/pricing/",
  dynamodb: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  cloudwatch: "https://aws.amazon.com/cloudwatch/pricing/",
  xray: "https://aws.amazon.com/xray/pricing/",
  kms: "https://aws.amazon.com/kms/pricing/",
  secrets: "https://aws.amazon.com/secrets-manager/pricing/",
} as const;

/** AWS's pages fill their tables in a browser; these say the numbers. */
const gatewayGuide =
  "https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html";
const lambdaGuide = "https://cloudchipr.com/blog/aws-lambda-pricing";
const dynamodbGuide = "https://airbyte.com/data-engineering-resources/dynamodb-pricing";
const cloudwatchGuide = "https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/";

const million = 1e6;
export const gigabyte = 2 ** 30;

const price =
  (unit: string, per: number) =>
  (usd: number, readIn?: string): Price => ({ usd, per, unit, readIn });

const requests = price("million", million);
const time = price("million GB-seconds", million);
const units = price("million", million);
const stored = price("GB and month", gigabyte);
const transferred = price("GB", gigabyte);
const calls = price("10,000", 10_000);
const monthly = price("month", 1);

export type PriceList = Readonly<
  Record<
    | "gatewayRequests"
    | "dataOut"
    | "lambdaRequests"
    | "lambdaTime"
    | "writeUnits"
    | "readUnits"
    | "tableStorage"
    | "pointInTime"
    | "logsIngested"
    | "logsStored"
    | "traces"
    | "kmsRequests"
    | "secretRequests"
    | "secret"
    | "kmsKey"
    | "metric"
    | "alarm"
    | "compositeAlarm"
    | "dashboard",
    Price
  >
>;

export const prices = {
  "us-east-1": {
    gatewayRequests: requests(3.5, gatewayGuide),
    dataOut: transferred(0.09),
    lambdaRequests: requests(0.2, lambdaGuide),
    lambdaTime: time(13.3334, lambdaGuide),
    writeUnits: units(0.625, dynamodbGuide),
    readUnits: units(0.125, dynamodbGuide),
    tableStorage: stored(0.25),
    pointInTime: stored(0.2),
    logsIngested: transferred(0.5, cloudwatchGuide),
    logsStored: stored(0.03),
    traces: requests(5, sources.xray),
    kmsRequests: calls(0.03),
    secretRequests: calls(0.05),
    secret: monthly(0.4),
    kmsKey: monthly(1),
    metric: monthly(0.3, cloudwatchGuide),
    alarm: monthly(0.1),
    compositeAlarm: monthly(0.5),
    dashboard: monthly(3, cloudwatchGuide),
  },
  "eu-central-1": {
    gatewayRequests: requests(3.7),
    dataOut: transferred(0.09),
    lambdaRequests: requests(0.2),
    lambdaTime: time(13.3334),
    writeUnits: units(0.7625),
    readUnits: units(0.1525),
    tableStorage: stored(0.306),
    pointInTime: stored(0.2448),
    logsIngested: transferred(0.63),
    logsStored: stored(0.0324),
    traces: requests(5, sources.xray),
    kmsRequests: calls(0.03),
    secretRequests: calls(0.05),
    secret: monthly(0.4),
    kmsKey: monthly(1),
    metric: monthly(0.3),
    alarm: monthly(0.1),
    compositeAlarm: monthly(0.5),
    dashboard: monthly(3),
  },
} as const satisfies Readonly<Record<string, PriceList>>;

export type Region = keyof typeof prices;
