import { demoErpFile, settingsFrom } from "#infra/local/stage-settings.ts";
import { longestLookupMs } from "#lib/erp/database.ts";
import { viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import type { GoodsAndBox } from "../smoke/pairs.ts";
import { checkView } from "./check-view.ts";
import { connectionAdvice, erpAddressOf } from "./connection-advice.ts";

/** Longer than the service's limit, to distinguish a slow server from one that does not answer. */
const connectTimeoutMs = 5_000;

const printLine = (text: string) => console.log(text);

/**
 * Connects like the service, or with another time limit for statements (ms). The connection closes when it is disposed.
 * @throws Error with advice
 */
export const connectErp = async (
  site: Site,
  file: string | undefined,
  override?: { readonly statementTimeout: number },
) => {
  const { loadDriver } = await import("#lib/erp/driver.ts");
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  try {
    const { erpDatabaseOf, passwordFrom } = await loadDriver(site);
    const database = erpDatabaseOf({ ...site.erp, ...override }, passwordFrom, file);
    const start = performance.now();
    const session = await database.open(timeout);
    const ms = performance.now() - start;
    return { database, session, ms, [Symbol.dispose]: session.close };
  } catch (error) {
    // The driver's own error would only say that the connection ended.
    const cause = timeout.aborted ? timeout.reason : error;
    throw new Error(connectionAdvice(cause, site.erp));
  }
};

type ErpFindings = {
  /** Whether a save would work. */
  readonly canSave: boolean;
  /** Whether both views are without problems. */
  readonly isFaultless: boolean;
  /** The keys of the first valid rows. */
  readonly pair?: GoodsAndBox | undefined;
};

const printConclusion = (problems: readonly string[], notes: readonly string[]): boolean => {
  for (const note of notes) printLine(`\nNote: ${note}`);
  if (problems.length > 0) printLine("\nTo fix:");
  for (const problem of problems) printLine(`  - ${problem}`);
  printLine(problems.length > 0 ? "\nA save would fail." : "\nA save would work.");
  return problems.length === 0;
};

/** The SQLite file of a site's ERP on this machine: the user's file, or the demo ERP that the local stage seeds. */
export const erpFileOf = (site: Site): string => {
  const { erpSqlite, dataDir } = settingsFrom(process.env);
  return erpSqlite ?? demoErpFile(dataDir, site.name);
};

/** Reads the views of goods and boxes like the service. */
export const checkViews = async (
  site: Site,
  { database, session }: Pick<Awaited<ReturnType<typeof connectErp>>, "database" | "session">,
) => {
  const { erp, formats } = site;
  const { zongpais, boxes } = viewsOf(erp);
  const goodsView = { view: zongpais, quantity: erp.zongpais.quantity, format: formats.zongpai };
  const boxesView = { view: boxes, quantity: erp.boxes.quantity, format: formats.boxNo };
  return {
    goodsCheck: await checkView(database, session, goodsView, site),
    boxesCheck: await checkView(database, session, boxesView, site),
  };
};

/** Connects to the ERP like the service, and prints the results and what to fix. It only reads. */
export const checkErp = async (site: Site, file?: string): Promise<ErpFindings> => {
  const { erp, box } = site;
  printLine(`The ERP of the site ${site.name}: ${erpAddressOf(erp, file)}`);
  const opened = await connectErp(site, file).catch((error: Error) => error);
  if (opened instanceof Error)
    return { canSave: printConclusion([opened.message], []), isFaultless: false };
  using connection = opened;
  const { ms } = connection;
  printLine(`connected in ${ms.toFixed(0)} ms`);
  const { goodsCheck, boxesCheck } = await checkViews(site, connection);
  printLine([...goodsCheck.lines, ...boxesCheck.lines].join("\n"));
  const problems = [...goodsCheck.problems];
  const notes = [...goodsCheck.notes, ...boxesCheck.notes];
  // A save reads the view of boxes only if the site refuses unknown boxes.
  if (box.unknownBox === "refuse") problems.push(...boxesCheck.problems);
  else
    for (const problem of boxesCheck.problems)
      notes.push(`${problem} Box information would not have the ERP's part.`);
  if (ms + (goodsCheck.firstMs ?? 0) > longestLookupMs)
    notes.push(
      `Connecting and one query take longer than the ${longestLookupMs} ms of a look-up, so the first save of each new environment would be refused.`,
    );
  const isFaultless = problems.length + boxesCheck.problems.length === 0;
  const { key: goods } = goodsCheck;
  const { key: boxNumber } = boxesCheck;
  const pair = goods && boxNumber ? { goods, box: boxNumber } : undefined;
  return { canSave: printConclusion(problems, notes), isFaultless, pair };
};
