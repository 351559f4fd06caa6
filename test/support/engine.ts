import type { TestProject } from "vitest/node";
import { NoEngine, startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The endpoint of the test run's engine, in which each file has its own table. Empty without an engine. */
    dynamodb: string;
    /** A folder that is deleted after the run. */
    scratch: string;
  }
}

/** One embedded DynamoDB, in memory, for the whole run, or the one that DYNAMODB_ENDPOINT names; and a folder. */
export default async ({ provide }: TestProject) => {
  // Deleted when the process ends.
  provide("scratch", makeScratchFolder("warehouse-test").folder);
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given) return provide("dynamodb", given);
  const engine = await startEmbeddedDynamoDb().catch((error) => {
    if (error instanceof NoEngine) return { endpoint: "", stop: undefined };
    throw error;
  });
  provide("dynamodb", engine.endpoint);
  return engine.stop;
};
