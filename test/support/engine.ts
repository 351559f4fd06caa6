import type { TestProject } from "vitest/node";
import { NoEngine, startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The endpoint of the engine of a test run, in which each file has a table of its own; empty where there is none. */
    dynamodb: string;
    /** A folder that is gone after the run. */
    scratch: string;
  }
}

/** One embedded DynamoDB, in memory, for the whole run, or the one that DYNAMODB_ENDPOINT names; and a folder. */
export default async ({ provide }: TestProject) => {
  // The process's end removes it.
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
