import { demoErpFile, settingsFrom } from "#infra/local/stage-settings.ts";
import { longestLookupMs } from "#lib/erp/database.ts";
import { viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import type { GoodsAndBox } from "../smoke/pairs.ts";
import { checkView } from "./check-view.ts";
import { connectionAdvice, erpAddressOf } from "./connection-advice.ts";

/** Milliseconds: longer than the service waits, to distinguish a slow server from one that does not answer. */
const connectTimeoutMs = 5_000;

const printLine = (text: string) => console.log(text);

/**
 * Connects as the service would, or with another limit of a statement (ms), until it is disposed of.
 * @throws Error with an advice
 */
export const connectErp = async (
  site: Site,
  file: string | undefined,
  limit?: { readonly statementTimeout: number },
) => {
  const { loadDriver } = await import("#lib/erp/driver.ts");
  const end = AbortSignal.timeout(connectTimeoutMs);
  try {
    const { erpDatabaseOf, passwordFrom } = await loadDriver(site);
    const database = erpDatabaseOf({ ...site.erp, ...limit }, passwordFrom, file);
    const start = performance.now();
    const session = await database.open(end);
    const ms = performance.now() - start;
    return { database, session, ms, [Symbol.dispose]: session.close };
  } catch (error) {
    // The driver's own error would only say that the connection ended.
    throw new Error(connectionAdvice(end.aborted ? end.reason : error, site.erp));
  }
};

type ErpFindings = {
  /** Whether a save would work. */
  readonly canSave: boolean;
  /** Whether nothing is to be mended. */
  readonly isFaultless: boolean;
  /** Keys of the first rows that fit. */
  readonly pair?: GoodsAndBox | undefined;
};

const printConclusion = (problems: readonly string[], notes: readonly string[]): boolean => {
  for (const note of notes) printLine(`\nNote: ${note}`);
  if (problems.length > 0) printLine("\nTo mend:");
  for (const problem of problems) printLine(`  - ${problem}`);
  printLine(problems.length > 0 ? "\nA save would fail." : "\nA save would work.");
  return problems.length === 0;
};

/** The SQLite file of a site's ERP on this machine. Like the stage: without a file of the user's, the demo ERP that the stage seeds. */
export const erpFileOf = (site: Site): string => {
  const { erpSqlite, dataDir } = settingsFrom(process.env);
  return erpSqlite ?? demoErpFile(dataDir, site.name);
};

/** Reads the view of goods and the one of boxes as the service would. */
export const checkViews = async (
  site: Site,
  { database, session }: Pick<Awaited<ReturnType<typeof connectErp>>, "database" | "session">,
) => {
  const { erp, formats } = site;
  const { zongpais, boxes } = viewsOf(erp);
  const ofGoods = { view: zongpais, quantity: erp.zongpais.quantity, format: formats.zongpai };
  const ofBoxes = { view: boxes, quantity: erp.boxes.quantity, format: formats.boxNo };
  const goods = await checkView(database, session, ofGoods, site);
  const held = await checkView(database, session, ofBoxes, site);
  return { goods, held };
};

/** Connects to the ERP as the service would, prints what is there and what is to be mended, and only reads. */
export const checkErp = async (site: Site, file?: string): Promise<ErpFindings> => {
  const { erp, box } = site;
  printLine(`The ERP of the site ${site.name}: ${erpAddressOf(erp, file)}`);
  const opened = await connectErp(site, file).catch((error: Error) => error);
  if (opened instanceof Error)
    return { canSave: printConclusion([opened.message], []), isFaultless: false };
  using connection = opened;
  const { ms } = connection;
  printLine(`connected in ${ms.toFixed(0)} ms`);
  const { goods, held } = await checkViews(site, connection);
  printLine([...goods.lines, ...held.lines].join("\n"));
  const { problems, notes } = goods;
  notes.push(...held.notes);
  // Where a box need not be known, a save does not ask for it.
  if (box.unknownBox === "refuse") problems.push(...held.problems);
  else
    for (const problem of held.problems)
      notes.push(`${problem} Box information would lack the ERP's part.`);
  if (ms + (goods.firstMs ?? 0) > longestLookupMs)
    notes.push(
      `To connect and ask takes longer than the ${longestLookupMs} ms of a look-up: the first save of each new environment would be refused.`,
    );
  const whole = problems.length + held.problems.length === 0;
  const pair = goods.key && held.key ? { goods: goods.key, box: held.key } : undefined;
  return { canSave: printConclusion(problems, notes), isFaultless: whole, pair };
};
