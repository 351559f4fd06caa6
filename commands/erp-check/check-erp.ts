import { demoErpFile, settingsFrom } from "#infra/local/stage-settings.ts";
import { longestLookupMs } from "#lib/erp/database.ts";
import { viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import type { GoodsAndBox } from "../smoke/goods-and-box.ts";
import { checkDay } from "./check-day.ts";
import { type CheckedView, checkView } from "./check-view.ts";
import { connectErp } from "./connect-erp.ts";
import { erpAddressOf } from "./connection-advice.ts";
import { checkExtremeKeys } from "./extreme-keys.ts";
import { checkRepeatedKeys } from "./repeated-keys.ts";

const printLine = (text: string) => console.log(text);

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

type ErpConnection = Pick<Awaited<ReturnType<typeof connectErp>>, "database" | "session">;

const checkedViewsOf = ({ erp, formats }: Site) => {
  const { zongpais, boxes } = viewsOf(erp);
  return {
    goods: {
      ...{ view: zongpais, quantity: erp.zongpais.quantity, format: formats.zongpai },
      look: (reader, key, deadline) => reader.zongpai(key, deadline),
    },
    boxes: {
      ...{ view: boxes, quantity: erp.boxes.quantity, format: formats.boxNo },
      look: (reader, key, deadline) => reader.box(key, deadline),
    },
  } satisfies Record<string, CheckedView>;
};

/** Reads the views of goods and boxes like the service. `lookups`: how often a key is looked up to measure the time. */
export const checkViews = async (
  site: Site,
  { database, session }: ErpConnection,
  lookups?: number,
) => {
  const { goods, boxes } = checkedViewsOf(site);
  return {
    goodsCheck: await checkView(database, session, goods, site, lookups),
    boxesCheck: await checkView(database, session, boxes, site, lookups),
  };
};

type ErpChecks = Awaited<ReturnType<typeof checkViews>>;

/** Looks for keys that a look-up would refuse, in both views. It takes longer than `checkViews`. */
const checkKeys = async (
  site: Site,
  file: string | undefined,
  { database, session }: ErpConnection,
  checks: ErpChecks,
): Promise<void> => {
  const { goods, boxes } = checkedViewsOf(site);
  for (const [view, check] of [
    [goods, checks.goodsCheck],
    [boxes, checks.boxesCheck],
  ] as const) {
    if (check.isMissing) continue;
    if (check.key !== undefined) await checkExtremeKeys(check, view, database, session);
    await checkRepeatedKeys(check, view, { site, file });
  }
};

/** What would make a save fail, and what would not. */
const conclusionsOf = ({ box }: Site, { goodsCheck, boxesCheck }: ErpChecks) => {
  const notes = [...goodsCheck.notes, ...boxesCheck.notes];
  // A save reads the view of boxes only if the site refuses unknown boxes.
  if (box.unknownBox === "refuse")
    return { problems: [...goodsCheck.problems, ...boxesCheck.problems], notes };
  const ofBoxes = boxesCheck.problems.map(
    (problem) =>
      `${problem} Until then, GET /box/info answers without the ERP's columns; saves work.`,
  );
  return { problems: goodsCheck.problems, notes: [...notes, ...ofBoxes] };
};

/** Looks at both views once. Returns a sentence for each thing to fix. */
export const problemsOfErp = async (site: Site, file: string | undefined): Promise<string[]> => {
  const opened = await connectErp(site, file).catch((error: Error) => error);
  if (opened instanceof Error) return [opened.message];
  using connection = opened;
  const { goodsCheck, boxesCheck } = await checkViews(site, connection, 1);
  return [...goodsCheck.problems, ...boxesCheck.problems];
};

/** Connects to the ERP like the service, and prints the results and what to fix. It only reads. */
export const checkErp = async (site: Site, file?: string): Promise<ErpFindings> => {
  const { erp } = site;
  printLine(`The ERP of the site ${site.name}: ${erpAddressOf(erp, file)}`);
  const opened = await connectErp(site, file).catch((error: Error) => error);
  if (opened instanceof Error)
    return { canSave: printConclusion([opened.message], []), isFaultless: false };
  using connection = opened;
  const { ms } = connection;
  printLine(`connected in ${ms.toFixed(0)} ms`);
  const checks = await checkViews(site, connection);
  await checkKeys(site, file, connection, checks);
  await checkDay(checks.boxesCheck, connection.database, connection.session, site);
  const { goodsCheck, boxesCheck } = checks;
  printLine([...goodsCheck.lines, ...boxesCheck.lines].join("\n"));
  const { problems, notes } = conclusionsOf(site, checks);
  if (ms + (goodsCheck.firstMs ?? 0) > longestLookupMs)
    notes.push(
      `Connecting and one query take longer than the ${longestLookupMs} ms of a look-up, so the first save of each new environment would wait.`,
    );
  const isFaultless = problems.length + boxesCheck.problems.length === 0;
  const { key: goods } = goodsCheck;
  const { key: boxNumber } = boxesCheck;
  const pair = goods && boxNumber ? { goods, box: boxNumber } : undefined;
  return { canSave: printConclusion(problems, notes), isFaultless, pair };
};
