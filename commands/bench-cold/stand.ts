import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createTable } from "#infra/local/create-table.ts";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import site from "#site";
import { startHttpsFront } from "./https-front.ts";

const tableName = "Warehouse-cold";

/** An engine with a table and an ERP, in a folder of this run's. */
export type Stand = {
  readonly folder: string;
  readonly erp: string;
  /** What a function finds in its environment, whose DynamoDB has TLS. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

/** Starts it, and tells this process of the engine: what reads its environment when it loads must be imported afterwards. */
export const startStand = async (): Promise<Stand> => {
  const folder = await mkdtemp(join(tmpdir(), "bench-cold-"));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeNow);
  const engine = await startEmbeddedDynamoDb();
  try {
    const erp = join(folder, "demo-erp.sqlite");
    seedDemoErp(erp, site);
    const common = { AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench", TABLE_NAME: tableName };
    Object.assign(process.env, { ...common, ERP_SQLITE: erp, DYNAMODB_ENDPOINT: engine.endpoint, POWERTOOLS_LOG_LEVEL: "SILENT" });
    await createTable(engine.endpoint, tableName);
    const front = await startHttpsFront(engine.endpoint, folder);
    return {
      folder,
      erp,
      environment: { ...common, DYNAMODB_ENDPOINT: front.url, NODE_EXTRA_CA_CERTS: front.certificate },
      stop: async () => {
        front.stop();
        await engine.stop();
        removeNow();
        process.off("exit", removeNow);
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
};
