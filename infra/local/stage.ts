import { join, resolve } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { metricsWanted, requireEnv } from "#lib/env.ts";
import type { FunctionId, LambdaHandler } from "#lib/in-process.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ErpSample } from "../erp/demo-erp.ts";
import { withErpInFile } from "../erp/erp-file.ts";
import { takeAnyCredentials } from "./any-credentials.ts";
import { localKeyNames, localKeys } from "./authenticate-key.ts";
import { holdDataDir } from "./data-dir.ts";
import { type EngineEvents, keepEngine, NoEngine } from "./embedded-dynamodb.ts";
import type { Answered, Gateway } from "./gateway.ts";
import { leaveOutToken } from "./leave-out-token.ts";
import { demoErpFile, type Settings } from "./settings.ts";

/** The addresses and files of a stage; `url` is without the site's base path. */
export type Place = {
  readonly site: Site;
  readonly url: string;
  readonly dataDir: string;
  readonly table: string;
  readonly erpFile: string;
  readonly ownErp: boolean;
  /** Values by names. */
  readonly apiKeys: ReadonlyMap<string, string>;
};

/** A stage that is running. `erp`: some rows of the ERP, if it is a file; or why it could not be read. */
export type Stage = Place & {
  /** Where its table is; without an endpoint it is in the memory of this process. */
  readonly dynamodb: { readonly endpoint?: string | undefined; readonly file?: string };
  readonly erp: ErpSample | Error;
  readonly stop: () => Promise<void>;
};

export type StageEvents = Partial<EngineEvents> & {
  /** Requests that come from then on wait until the stage answers. */
  readonly onListening?: (place: Place) => void;
  readonly onAnswer?: (answered: Answered) => void;
};

type Functions = ReadonlyMap<FunctionId, LambdaHandler>;

/** The modules of the functions are loaded only now, because the port is opened first. */
const openAll = async (
  { site, table: name, erpFile, apiKeys }: Place,
  endpoint: string | undefined,
  limits: Settings["limits"],
): Promise<Functions> => {
  const [{ openFunctions }, { openTable }, { openMeter, silent }] = await Promise.all([
    import("#lib/in-process.ts"),
    import("#lib/store/client.ts"),
    import("#lib/metrics.ts"),
  ]);
  const meter = metricsWanted() ? openMeter() : silent;
  const table = openTable({ name, endpoint, count: meter.count, attemptLimit: limits?.attempt });
  if (endpoint === undefined) {
    const { MemoryTable } = await import("./memory-table.ts");
    new MemoryTable().answer(table);
  } else leaveOutToken(table);
  const settings = { ...limits, keyNames: localKeyNames(apiKeys) };
  return openFunctions(site, { table, erpFile, meter, settings });
};

const listenOn = async ({ listen }: Gateway, port: number): Promise<number> => {
  try {
    return await listen(port);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}. Set PORT=<another port>, or PORT=0 for any free one.`);
  }
};

const prepareTable = async (settings: Settings, endpoint: string, table: string): Promise<void> => {
  const { createTable } = await import("./create-table.ts");
  try {
    await createTable(endpoint, table);
  } catch (error) {
    if (!settings.dynamodbEndpoint) throw error;
    const { name, message } = error as Error;
    throw new Error(`DYNAMODB_ENDPOINT ${endpoint} cannot be used: ${message || name}`);
  }
};

const sampled = async (erpFile: string, site: Site): Promise<ErpSample | Error> => {
  const { sampleErp } = await import("../erp/demo-erp.ts");
  try {
    return sampleErp(erpFile, site);
  } catch (error) {
    return error as Error;
  }
};

/**
 * Starts the whole service in this process: the gateway, the functions, the store and the ERP.
 * @throws UsageError for an unknown site or key; Error if the data directory or the port is in use, the profile has faults, or there is no
 * engine
 */
export const startStage = async (settings: Settings, events: StageEvents = {}): Promise<Stage> => {
  const { dataDir } = settings;
  const { onTrouble = console.error, onLost = ({ message }) => onTrouble(message) } = events;
  const chosen = await chooseSite(settings.site);
  // The description shows what is sent.
  const sent = settings.changes ? ({ to: "queue", who: false } as const) : (false as const);
  const given = settings.erpSqlite ? withErpInFile(chosen) : chosen;
  const site = { ...given, changes: given.changes || sent };
  const { connection } = site.erp;
  // Otherwise the first look-up in the ERP would fail of it.
  if (connection && "environment" in connection.password)
    requireEnv(connection.password.environment);
  const table = settings.table ?? `Warehouse-${site.name}`;
  const erpFile = settings.erpSqlite ?? demoErpFile(dataDir, site.name);
  const apiKeys = localKeys(site, settings.apiKeys);
  const [firstKey] = apiKeys.values();
  const [{ createGateway }, { seedDemoErp }, { docsPages, warehousePages }] = await Promise.all([
    import("./gateway.ts"),
    import("../erp/demo-erp.ts"),
    import("./open-files.ts"),
  ]);

  const held = holdDataDir(dataDir);
  let engine: Awaited<ReturnType<typeof keepEngine>> | undefined;
  const functions = Promise.withResolvers<Functions>();
  const gateway = createGateway(site, {
    onAnswer: events.onAnswer,
    apiKeys,
    handlerOf: async (id) => (await functions.promise).get(id) as LambdaHandler,
    open: [...docsPages(site, firstKey), warehousePages(site, firstKey)],
    prefix: settings.prefix,
  });
  let sending: { readonly stop: () => Promise<void> } | undefined;
  const stop = async () => {
    await gateway.stop();
    await sending?.stop();
    await engine?.stop();
    held.release();
  };
  try {
    const port = await listenOn(gateway, settings.port);
    const place: Place = {
      site,
      url: `http://127.0.0.1:${port}${settings.prefix ?? ""}`,
      dataDir,
      table,
      erpFile,
      ownErp: !settings.erpSqlite,
      apiKeys,
    };
    events.onListening?.(place);
    const erpInFile = site.erp.dialect === "sqlite";
    if (erpInFile && place.ownErp) seedDemoErp(erpFile, site);
    const file = join(dataDir, `${site.name}.dynamodb`);
    const inMemory = settings.dynamodbEndpoint === "memory";
    if (!settings.dynamodbEndpoint)
      engine = await keepEngine(file, { onTrouble, onLost }).catch((error) => {
        if (error instanceof NoEngine) return undefined;
        throw error;
      });
    const endpoint = inMemory ? undefined : (settings.dynamodbEndpoint ?? engine?.endpoint);
    takeAnyCredentials({ profile: engine === undefined });
    process.env.LOG_LEVEL ||= "WARN";
    if (endpoint) await prepareTable(settings, endpoint, table);
    if (settings.changes && !endpoint)
      onTrouble("No changes are sent: a table in memory has no stream.");
    if (settings.changes && endpoint) {
      const { sendChanges } = await import("./send-changes.ts");
      const file = join(dataDir, `${site.name}-changes.json`);
      sending = await sendChanges({
        endpoint,
        table,
        site,
        url: settings.changes,
        file,
        onTrouble,
      });
    }
    held.note({
      site: settings.site.endsWith(".ts") ? resolve(settings.site) : settings.site,
      endpoint,
      table,
    });
    functions.resolve(await openAll(place, endpoint, settings.limits));
    const erp = erpInFile ? await sampled(erpFile, site) : { goods: [], boxes: [] };
    return { ...place, dynamodb: { endpoint, ...(engine ? { file } : {}) }, erp, stop };
  } catch (error) {
    // Requests that wait are answered before the gateway stops.
    functions.promise.catch(() => {});
    functions.reject(error);
    await stop();
    throw error;
  }
};
