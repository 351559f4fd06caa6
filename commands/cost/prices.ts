/**
 * What AWS charges: list prices without the free tier, of the first tier of each service. Whoever renews them changes this file and
 * `asOf`, then runs `npm run cost -- --write`.
 */

/** When the prices were last compared with their pages. */
export const asOf = "2026-11-21";

export const regions = ["us-east-1", "eu-central-1"] as const;
export type Region = (typeof regions)[number];

/** Dollars for so many of the unit, in each region, and the page that says it; `undefined`: from memory, no page could be read. */
export type Price = {
  readonly per: number;
  readonly unit: string;
  readonly in: Readonly<
    Record<Region, { readonly usd: number; readonly page?: string | undefined }>
  >;
};

const gateway =
  "https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html";
const lambda = "https://cloudchipr.com/blog/aws-lambda-pricing";
const dynamodb = "https://airbyte.com/data-engineering-resources/dynamodb-pricing";
const cloudwatch =
  "https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/";
const xray = "https://aws.amazon.com/xray/pricing/";

export const gigabyte = 2 ** 30;

const priced =
  (unit: string, per: number) =>
  (us: number, eu: number, page?: string, euPage?: string): Price => ({
    unit,
    per,
    in: { "us-east-1": { usd: us, page }, "eu-central-1": { usd: eu, page: euPage } },
  });

const millions = priced("million", 1e6);
const gigabytes = priced("GB", gigabyte);
const monthly = priced("month", 1);

/** The one list: us-east-1, eu-central-1, and their pages. */
export const prices = {
  gatewayRequests: millions(3.5, 3.7, gateway),
  dataOut: gigabytes(0.09, 0.09),
  lambdaRequests: millions(0.2, 0.2, lambda),
  lambdaTime: priced("million GB-seconds", 1e6)(13.3334, 13.3334, lambda),
  writeUnits: millions(0.625, 0.7625, dynamodb),
  readUnits: millions(0.125, 0.1525, dynamodb),
  tableStorage: gigabytes(0.25, 0.306),
  pointInTime: gigabytes(0.2, 0.2448),
  logsIngested: gigabytes(0.5, 0.63, cloudwatch),
  logsStored: gigabytes(0.03, 0.0324),
  traces: millions(5, 5, xray, xray),
  kmsKey: monthly(1, 1),
  metric: monthly(0.3, 0.3, cloudwatch),
  alarm: monthly(0.1, 0.1),
  dashboard: monthly(3, 3, cloudwatch),
} as const satisfies Readonly<Record<string, Price>>;
