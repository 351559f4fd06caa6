import { prices, type Region, regions } from "../cost/prices.ts";

/** Bytes of half a read unit, as a scan that need not be strongly consistent is charged. */
const bytesAUnit = 8_192;
/** Bytes that a segment reads in a second, at DynamoDB's pages of a megabyte; measured by nobody here. */
const pace = 5e6;

const whole = (value: number) =>
  new Intl.NumberFormat("en", { maximumSignificantDigits: 2 }).format(value);

/** What reading a table of so many bytes takes, in a sentence; list prices, of us-east-1 where the region's are not known. */
export const costSentence = (
  items: number,
  bytes: number,
  segments: number,
  region: string | undefined,
): string => {
  const known: Region = regions.find((one) => one === region) ?? "us-east-1";
  const units = bytes / bytesAUnit;
  const { per, in: by } = prices.readUnits;
  const minutes = bytes / (pace * segments) / 60;
  return `About ${whole(items)} items of ${whole(bytes / 1e6)} MB: reading them costs ${whole(units)} read units, ${whole((units / per) * by[known].usd)} USD in ${known}, and about ${whole(Math.max(1, minutes))} minutes in ${segments} segments.`;
};
