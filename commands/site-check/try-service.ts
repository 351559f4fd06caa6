import { randomUUID } from "node:crypto";
import type { Site } from "#lib/site/schema.ts";
import { type CheckOutcome, outcomeLine } from "../smoke/check.ts";
import type { GoodsAndBox } from "../smoke/pairs.ts";
import { runSmokeChecks } from "../smoke/run-smoke-checks.ts";
import { startStage } from "../start-stage.ts";

type ServiceTrial = {
  readonly choice: string;
  readonly pair: GoodsAndBox;
  /** The folder of the store while the service runs. */
  readonly folder: string;
  readonly erpFile: string | undefined;
};

/** Runs the service on this machine, calls it like a scanner, and prints the result of each check. Returns whether all succeeded. */
export const tryService = async (
  site: Site,
  { choice, pair, folder, erpFile }: ServiceTrial,
): Promise<boolean> => {
  console.log(`\nThe service on this machine, with ${pair.goods} in ${pair.box}:`);
  const key = randomUUID();
  const keys = site.auth.scheme === "apiKey" ? { API_KEYS: `${site.auth.keys[0]}=${key}` } : {};
  await using stage = await startStage(folder, erpFile, {
    SITE: choice,
    PREFIX: "",
    TABLE_NAME: "Warehouse-site-check",
    ...keys,
  });
  const options = { url: stage.url, pair };
  const printOutcome = (outcome: CheckOutcome) => console.log(outcomeLine(outcome));
  const env = { ...process.env, SMOKE_API_KEY: key };
  const { outcomes } = await runSmokeChecks(site, options, printOutcome, env);
  return !outcomes.some(({ state }) => state === "FAILED");
};
