import { demoErpFile, settingsFrom } from "#infra/local/settings.ts";
import { keyText, viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { connectionAdvice, placeOf } from "./advice.ts";
import { type Asked, checkView } from "./view-check.ts";

/** Milliseconds: longer than the service waits, so that a slow server is told from one that does not answer. */
const patience = 5_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Connects as the service would; what is wrong is told in words. */
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
    // Of a connection that was given up the driver tells only that it ended.
    return connectionAdvice(end.aborted ? end.reason : error, site.erp);
  }
};

/** What was found: whether a save would work, whether nothing at all is to be mended, and goods and a box that the ERP has, if it has rows. */
export type ErpFound = {
  readonly works: boolean;
  readonly whole: boolean;
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
    const goods: Asked = {
      view: views.zongpais,
      at: "erp.zongpais",
      quantity: erp.zongpais.quantity,
      format: formats.zongpai,
    };
    const boxes: Asked = {
      view: views.boxes,
      at: "erp.boxes",
      quantity: erp.boxes.quantity,
      format: formats.boxNo,
    };
    const known = await checkView(database, session, goods, site);
    const held = await checkView(database, session, boxes, site);
    for (const line of [...known.lines, ...held.lines]) say(line);
    // Where a box need not be known, a save does not ask for it: then only box information would lack the ERP's part.
    const needed = site.box.unknownBox === "refuse";
    const slow = ms + (known.firstMs ?? 0) > erp.lookupTimeout;
    return conclude(
      [...known.problems, ...(needed ? held.problems : [])],
      [
        ...known.notes,
        ...held.notes,
        ...(needed
          ? []
          : held.problems.map(
              (problem) => `${problem} Box information would lack the ERP's part.`,
            )),
        ...(slow
          ? [
              "To connect and ask takes longer than erp.lookupTimeout: the first save of each new environment would be refused.",
            ]
          : []),
      ],
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
