import { DatabaseSync } from "node:sqlite";
import { openErp } from "#lib/in-process.ts";
import { boxColumnsOf } from "#lib/site/box-columns.ts";
import { formatNumber, quantile } from "../../commands/cli/output.ts";
import { listPrices } from "../../commands/prices.ts";
import { meterOn } from "../../test/support/units.ts";
import { patient } from "../../test/support/waits.ts";
import { demoWith, openDemo } from "./demo.ts";

const day = "2026-11-28";
const rounds = 11;
/** What a packer puts into a box of the first page. */
const goodsOfBox = 20;

/** Milliseconds of the median of some runs. */
const medianTimeOf = async (run: () => Promise<unknown>): Promise<string> => {
  const times: number[] = [];
  while (times.length < rounds) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return quantile(times).toFixed(1);
};

/** Measures a page of the list of boxes where the ERP has so many boxes on one day. */
const measureDay = async (count: number): Promise<string[]> => {
  const boxes = Array.from({ length: count }, (_, at) => `BX${100_000 + at}`);
  const goods = Array.from({ length: goodsOfBox }, (_, at) => `PO1-${1 + at}`);
  await using fixture = await demoWith(goods, boxes);
  const { site, erp: erpFile } = fixture;
  const column = boxColumnsOf(site.erp).indexOf(String(site.erp.boxes.day));
  const database = new DatabaseSync(erpFile);
  database.exec(`UPDATE erp_box SET column_${column} = '${day}'`);
  database.close();
  const engine = await fixture.open();
  const { table, call, sure } = await openDemo(fixture, engine.endpoint);
  const { pageSize: size } = site.overview;
  for (const box_no of boxes.slice(0, size))
    for (const zongpai of goods) await sure(["post-box", { box_no, zongpai, quantity: 1 }]);
  const list = () => call(["get-boxes", { day }]);
  const { answer, trips, read } = await meterOn(table)(list);
  const shown = answer.body.match(/"box_no"/g)?.length ?? 0;
  if (shown !== Math.min(count, size)) throw new Error(`the list has ${shown} boxes`);
  const erp = await openErp(site, { erpFile, lookupLimitMs: patient.lookup });
  const deadline = { left: () => patient.lookup };
  const erpTime = await medianTimeOf(() => erp.boxesOfDay({ day, size }, deadline));
  const dollars = (read * listPrices.readUnit.usd).toFixed(2);
  return [formatNumber(count), String(shown), String(trips), formatNumber(read, 1), dollars].concat(
    [await medianTimeOf(list), erpTime],
  );
};

/** The cost of a page of the list of boxes, for days of so many boxes. */
export const measureBoxes = async (counts: readonly number[]) => {
  const rows: string[][] = [];
  for (const count of counts) rows.push(await measureDay(count));
  return {
    heads: [
      "boxes of the day",
      "on the page",
      "trips",
      "read units",
      "USD a million",
      "ms",
      "ms of the ERP",
    ],
    rows,
    about: `a page of the list of boxes, each with ${goodsOfBox} goods, and the median time of ${rounds} requests; the ERP is a SQLite file without an index on the day`,
  };
};
