import { join, resolve } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import type { Clock } from "#lib/clock.ts";
import { isMetricsEnabled, requireEnv } from "#lib/env.ts";
import { type LambdaHandler, openErp, openFunctions } from "#lib/in-process.ts";
import { openMeter, silentMeter } from "#lib/metrics.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import { refuseFormerTable } from "#lib/store/former-table.ts";
import { type ErpSample, sampleErp, seedDemoErp } from "../erp/demo-erp.ts";
import { withErpInFile } from "../erp/erp-file.ts";
import { takeAnyCredentials } from "./any-credentials.ts";
import { keysOfSample, localKeys } from "./authenticate-key.ts";
import { createTable } from "./create-table.ts";
import { holdDataDir } from "./data-dir.ts";
import { type EmbeddedEngine, NoEngine, startEmbeddedDynamoDb } from "./embedded-dynamodb.ts";
import { createGateway, type LocalGateway } from "./gateway.ts";
import { leaveOutToken } from "./leave-out-token.ts";
import { demoLabels, docsPage, leadToPages, warehousePages } from "./open-files.ts";
import { sayOutdatedCodes } from "./outdated-codes.ts";
import { demoErpFile, type StageSettings, tableNameOf } from "./stage-settings.ts";

/** A stage that is running; `url` is without the site's base path. */
export type LocalStage = {
  readonly site: Site;
  readonly url: string;
  readonly table: string;
  /** The options with which a command reads the table; none if it is in the memory of this process. */
  readonly tableOptions?: string | undefined;
  readonly erpFile: string;
  readonly ownErp: boolean;
  /** The values of the keys, by their names. */
  readonly apiKeys: ReadonlyMap<string, string>;
  /** Where its table is; without an endpoint it is in the memory of this process. */
  readonly dynamodb: { readonly endpoint?: string | undefined; readonly file?: string };
  /** Some rows of the ERP, if it is a file; or why it could not be read. */
  readonly erp: ErpSample | Error;
  /** The result of the sample, if one was requested. */
  readonly sample?: string | undefined;
  /** The codes in the table that no longer fit the site's formats, in a sentence. */
  readonly outdatedCodes?: string | undefined;
  readonly stop: () => Promise<void>;
};

/** Gives a function that opens the table on an endpoint, or the one in memory, each time with a clock of its own. */
const tableOpener = async (
  endpoint: string | undefined,
  options: Parameters<typeof openTable>[0],
) => {
  const memory =
    endpoint === undefined ? new (await import("./memory-table.ts")).MemoryTable() : undefined;
  return (clock?: Clock): Table => {
    const table = openTable({ ...options, endpoint, clock });
    if (memory) memory.answerCommandsOf(table);
    else leaveOutToken(table);
    return table;
  };
};

/** Starts the embedded engine; `undefined` if this machine has none. */
const startEngineIfAny = async (file: string): Promise<EmbeddedEngine | undefined> => {
  try {
    return await startEmbeddedDynamoDb(file);
  } catch (error) {
    if (error instanceof NoEngine) return undefined;
    throw error;
  }
};

const listenOn = async ({ listen }: LocalGateway, port: number): Promise<number> => {
  try {
    return await listen(port);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}. Set PORT=<another port>, or PORT=0 for any free one.`);
  }
};

const prepareTable = async (
  settings: StageSettings,
  endpoint: string,
  table: string,
): Promise<void> => {
  try {
    await createTable(endpoint, table);
  } catch (error) {
    if (!settings.dynamodbEndpoint) throw error;
    const { name, message } = error as Error;
    throw new Error(`DYNAMODB_ENDPOINT ${endpoint} cannot be used: ${message || name}`);
  }
};

/** The options with which a command reads the table, as a shell takes them from any folder. */
const tableOptionsOf = (
  { site: choice, table }: StageSettings,
  site: Site,
  endpoint: string,
): string => {
  const profile = choice.endsWith(".ts") ? resolve(choice) : choice;
  const quotedProfile = /^[\w./-]+$/.test(profile)
    ? profile
    : `'${profile.replaceAll("'", "'\\''")}'`;
  const tableOption = table && table !== tableNameOf(site) ? ` --table ${table}` : "";
  return `--site ${quotedProfile} --endpoint ${endpoint}${tableOption}`;
};

const trySampleErp = (erpFile: string, site: Site): ErpSample | Error => {
  try {
    return sampleErp(erpFile, site);
  } catch (error) {
    return error as Error;
  }
};

/** Milliseconds that the first look-up may take. */
const firstLookupMs = 30_000;

/** Opens the ERP. A file is asked once, because its thread starts slowly on a busy machine. */
const openStageErp = async (
  site: Site,
  sample: ErpSample | Error,
  dependencies: Parameters<typeof openErp>[1],
) => {
  const erp = await openErp(site, dependencies);
  if (site.erp.dialect === "sqlite" && !(sample instanceof Error))
    await erp.zongpai(site.formats.zongpai.example, { left: () => firstLookupMs }).catch(() => {});
  return erp;
};

/**
 * Starts the whole service in this process: the store and the ERP, the functions, the gateway. `onLost`: the engine has ended by itself.
 * @throws UsageError for an unknown site or key; Error if the data directory or the port is in use, the profile has faults, or there is no
 * engine
 */
export const startStage = async (
  settings: StageSettings,
  onLost: (sentence: string) => void = console.error,
): Promise<LocalStage> => {
  const { dataDir, limits, prefix } = settings;
  const chosen = await chooseSite(settings.site);
  // The API's description shows the changes that this stage sends.
  const ownChanges = settings.changes ? ({ to: "queue", who: false } as const) : (false as const);
  const withErp = settings.erpSqlite ? withErpInFile(chosen) : chosen;
  const site = { ...withErp, changes: withErp.changes || ownChanges };
  const { connection } = site.erp;
  // Fails now: otherwise the first look-up in the ERP would fail.
  if (connection && "environment" in connection.password)
    requireEnv(connection.password.environment);
  const name = settings.table ?? tableNameOf(site);
  const ownErp = !settings.erpSqlite;
  const erpFile = settings.erpSqlite ?? demoErpFile(dataDir, site.name);

  const heldDir = holdDataDir(dataDir);
  let engine: EmbeddedEngine | undefined;
  let gateway: LocalGateway | undefined;
  let sending: { readonly stop: () => Promise<void> } | undefined;
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await gateway?.stop();
    await sending?.stop();
    await engine?.stop();
    heldDir.release();
  };
  try {
    const erpInFile = site.erp.dialect === "sqlite";
    if (erpInFile && ownErp) seedDemoErp(erpFile, site);
    const file = join(dataDir, `${site.name}.dynamodb`);
    const inMemory = settings.dynamodbEndpoint === "memory";
    if (!settings.dynamodbEndpoint) engine = await startEngineIfAny(file);
    void engine?.ended.then((ending) => {
      if (!isStopping)
        onLost(`The embedded DynamoDB ended, ${ending}. All answered writes are in ${file}.`);
    });
    const endpoint = inMemory ? undefined : (settings.dynamodbEndpoint ?? engine?.endpoint);
    takeAnyCredentials({ profile: engine === undefined });
    if (endpoint) await prepareTable(settings, endpoint, name);
    const meter = isMetricsEnabled() ? openMeter() : silentMeter;
    const options = { name, count: meter.count, attemptLimit: limits?.attempt };
    const openStageTable = await tableOpener(endpoint, options);
    if (endpoint) await refuseFormerTable(openStageTable());
    const outdatedCodes = endpoint ? await sayOutdatedCodes(openStageTable(), site) : undefined;
    const erp = erpInFile ? trySampleErp(erpFile, site) : { goods: [], boxes: [] };
    let sample: string | undefined;
    if (settings.sample) {
      const { makeSample } = await import("./sample/make-sample.ts");
      sample = await makeSample({
        ...{ site, wish: settings.sample, erpFile, ownErp, limits, openTable: openStageTable },
        taken: erp instanceof Error ? { goods: [], boxes: [] } : erp,
      });
    }
    const isSample = sample !== undefined && !sample.startsWith("none");
    const apiKeys =
      isSample && !settings.apiKeys ? keysOfSample(site) : localKeys(site, settings.apiKeys);
    const [[firstName, firstKey] = []] = apiKeys;
    if (settings.changes && !endpoint)
      console.error("Changes are not sent, because a table in memory has no stream.");
    if (settings.changes && endpoint) {
      const { sendChanges } = await import("./send-changes.ts");
      const file = join(dataDir, `${site.name}-changes.json`);
      const to = { url: settings.changes, file, onTrouble: console.error };
      sending = await sendChanges({ endpoint, table: name, site, ...to });
    }
    const table = openStageTable();
    const tableOptions = endpoint && tableOptionsOf(settings, site, endpoint);
    const handlers = await openFunctions(site, {
      table,
      erp: await openStageErp(site, erp, { erpFile, lookupLimitMs: limits?.lookup, meter }),
      ...{ meter, settings: limits },
    });
    const labels = demoLabels({ site, erp, apiKeys });
    gateway = createGateway(site, {
      ...{ apiKeys, prefix },
      handlerOf: (id) => handlers.get(id) as LambdaHandler,
      open: [
        leadToPages(site),
        docsPage(site, firstKey),
        warehousePages(site, firstKey && `${firstName}=${firstKey}`, labels, isSample),
      ],
    });
    const url = `http://127.0.0.1:${await listenOn(gateway, settings.port)}${prefix ?? ""}`;
    const dynamodb = { endpoint, ...(engine ? { file } : {}) };
    return {
      ...{ site, url, table: name, tableOptions, dynamodb },
      ...{ erpFile, ownErp, erp, sample, outdatedCodes, apiKeys, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
