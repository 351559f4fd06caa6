type ListPrice = {
  readonly usd: number;
  readonly unit: string;
  /** How many counted things make one unit. */
  readonly per?: number;
  /** The price was not looked up on that day. */
  readonly fromMemory?: true;
};

const [million, gigabyte] = [1e6, 2 ** 30];
const hoursPerMonth = 730;

/** AWS's list prices on `pricedOn`, in us-east-1, of the first tier, without the free tier. A month has 730 hours. */
export const listPrices = {
  gatewayRequest: { usd: 3.5, unit: "million requests", per: million },
  dataOut: { usd: 0.09, unit: "GB", per: gigabyte, fromMemory: true },
  lambdaRequest: { usd: 0.2, unit: "million requests", per: million },
  lambdaTime: { usd: 0.0133334, unit: "thousand GB-seconds (arm64)", per: 1_000 },
  writeUnit: { usd: 0.625, unit: "million units", per: million },
  readUnit: { usd: 0.125, unit: "million units", per: million },
  tableStorage: { usd: 0.25, unit: "GB a month", per: gigabyte },
  recovery: { usd: 0.2, unit: "GB a month", per: gigabyte, fromMemory: true },
  logsIngested: { usd: 0.5, unit: "GB", per: gigabyte },
  logsStored: { usd: 0.03, unit: "GB a month", per: gigabyte },
  trace: { usd: 5, unit: "million traces", per: million },
  metricHour: { usd: 0.3, unit: "metric a month, billed by the hour", per: hoursPerMonth },
  alarmMetric: { usd: 0.1, unit: "metric a month" },
  compositeAlarm: { usd: 0.5, unit: "alarm a month" },
  dashboard: { usd: 3, unit: "dashboard a month" },
  key: { usd: 1, unit: "key a month", fromMemory: true },
} as const satisfies Readonly<Record<string, ListPrice>>;

export const pricedOn = "2026-11-21";

export type PriceName = keyof typeof listPrices;

/** An amount in the unit of its price, and its cost. */
export type CostLine = {
  readonly part: string;
  readonly price: PriceName;
  readonly amount: number;
  readonly usd: number;
};

export const costLineOf = (part: string, counted: number, price: PriceName): CostLine => {
  const { usd, per = 1 }: ListPrice = listPrices[price];
  const amount = counted / per;
  return { part, price, amount, usd: amount * usd };
};

export const totalDollars = (lines: readonly CostLine[]): number =>
  lines.reduce((sum, { usd }) => sum + usd, 0);

/** A price in the form of the page about cost. */
export const priceText = (name: PriceName): string => {
  const { usd, unit, fromMemory }: ListPrice = listPrices[name];
  return `${usd} per ${unit}${fromMemory ? " *" : ""}`;
};
