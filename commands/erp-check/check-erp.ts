import { demoErpFile, settingsFrom } from "#infra/local/settings.ts";
import { keyText, viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { connectionAdvice, placeOf } from "./advice.ts";
import { type Asked, checkView } from "./view-check.ts";

/** Milliseconds: longer than the service waits, to distinguish a slow server from one that does not answer. */
const patience = 5_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Connects as the service would; gives an advice where it cannot. */
const opened = async (site: Site, file: string | undefined) => {
  const { driverOf } = await import("#lib/erp/driver.ts");
  const end = AbortSignal.timeout(patience);
  try {
    const { connect, passwordFrom } = await driverOf(site);
    const database = connect(site.erp, passwordFrom, file);
    const start = performance.now();
    const session = await database.open(end);
    return { database, session, ms: performance.now() - start };
  } catch (error) {
    // The driver's own error would only say that the connection ended.
    return connectionAdvice(end.aborted ? end.reason : error, site.erp);
  }
};

export type ErpFound = {
  /** Whether a save would work. */
  readonly works: boolean;
  /** Whether nothing is to be mended. */
  readonly whole: boolean;
  /** Of the first rows that fit. */
  readonly goods?: string;
  readonly box?: string;
};

const conclude = (
  problems: readonly string[],
  notes: readonly string[],
  row: Omit<ErpFound, "works"> = { whole: false },
): ErpFound => {
  for (const note of notes) say(`\nNote: ${note}`);
  if (problems.length > 0) say("\nTo mend:");
  for (const problem of problems) say(`  - ${problem}`);
  say(problems.length > 0 ? "\nA save would fail." : "\nA save would work.");
  return { works: problems.length === 0, ...row };
};

/** The SQLite file of a site's ERP on this machine. Like the stage: without a file of the user's, the demo ERP that the stage seeds. */
export const erpFileOf = (site: Site): string => {
  const { erpSqlite, dataDir } = settingsFrom(process.env);
  return erpSqlite ?? demoErpFile(dataDir, site.name);
};

/** Connects to the ERP as the service would, prints what is there and what is to be mended, and only reads. */
export const checkErp = async (site: Site, file?: string): Promise<ErpFound> => {
  const { erp, formats } = site;
  say(`The ERP of the site ${site.name}: ${placeOf(erp, file)}`);
  const connection = await opened(site, file);
  if (typeof connection === "string") return conclude([connection], []);
  const { database, session, ms } = connection;
  say(`connected in ${ms.toFixed(0)} ms`);
  try {
    const views = viewsOf(erp);
    const asked = (at: "zongpais" | "boxes", format: Asked["format"]) =>
      checkView(
        database,
        session,
        { view: views[at], at: `erp.${at}`, quantity: erp[at].quantity, format },
        site,
      );
    const known = await asked("zongpais", formats.zongpai);
    const held = await asked("boxes", formats.boxNo);
    for (const line of [...known.lines, ...held.lines]) say(line);
    // Where a box need not be known, a save does not ask for it: then only box information would lack the ERP's part.
    const needed = site.box.unknownBox === "refuse";
    const slow = ms + (known.firstMs ?? 0) > erp.lookupTimeout;
    const lacking = held.problems.map(
      (problem) => `${problem} Box information would lack the ERP's part.`,
    );
    const late =
      "To connect and ask takes longer than erp.lookupTimeout: the first save of each new environment would be refused.";
    return conclude(
      [...known.problems, ...(needed ? held.problems : [])],
      [...known.notes, ...held.notes, ...(needed ? [] : lacking), ...(slow ? [late] : [])],
      {
        whole: held.problems.length + known.problems.length === 0,
        goods: keyText(known.row?.[views.zongpais.key]),
        box: keyText(held.row?.[views.boxes.key]),
      },
    );
  } finally {
    session.close();
  }
};
