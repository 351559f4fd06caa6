import { parseArgs } from "node:util";
import { usageError } from "#infra/local/usage-error.ts";
import { parsing } from "../store/run-command.ts";
import { assumptions } from "./assumptions.ts";
import { mixFrom, replayMix } from "./mix.ts";
import { prices, type Region } from "./prices.ts";

const definitions = {
  scans: { type: "string", default: "1000000" },
  site: { type: "string", default: process.env.SITE || "demo" },
  region: { type: "string", default: "us-east-1" },
  mix: { type: "string" },
  again: { type: "string", default: String(assumptions.sentAgain) },
  rate: { type: "string", default: String(assumptions.rate) },
  memory: { type: "string" },
  duration: { type: "string" },
  write: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const between = (name: string, text: string, least: number, most: number): number => {
  const value = /^\d*\.?\d+(e\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw usageError(`--${name} takes a number from ${least} to ${most}, not "${text}".`);
};

const regionFrom = (text: string): Region => {
  if (Object.hasOwn(prices, text)) return text as Region;
  throw usageError(`There are no prices for the region "${text}". There are for: ${Object.keys(prices).join(", ")}.`);
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[]) => {
  const { values } = parsing(() => parseArgs({ args, options: definitions }));
  if (values.help) return undefined;
  const { site, mix, memory, duration, write, json } = values;
  if (write && (site !== "demo" || mix !== undefined))
    throw usageError("--write is about the site demo and the default mix: leave --site and --mix out.");
  return {
    site,
    write,
    json,
    scans: between("scans", values.scans, 1, 1e12),
    region: regionFrom(values.region),
    mix: mix === undefined ? replayMix : mixFrom(mix),
    /** Share of the writes that are sent again. */
    again: between("again", values.again, 0, 1),
    /** Requests a second while the warehouse works. */
    rate: between("rate", values.rate, 0.001, 100_000),
    /** Megabytes; absent: what the site says. */
    memory: memory === undefined ? undefined : between("memory", memory, 128, 10_240),
    /** Billed milliseconds of a warm request, whichever; absent: from the measured trips and the assumptions. */
    duration: duration === undefined ? undefined : between("duration", duration, 1, 900_000),
  };
};

export type Options = NonNullable<ReturnType<typeof optionsFrom>>;
