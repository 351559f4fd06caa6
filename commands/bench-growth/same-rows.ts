import { isDeepStrictEqual } from "node:util";
import type { Item } from "#lib/store/expression.ts";
import { boxContentsOf, goodsKey } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { fresh, layout } from "./layout.ts";
import { type Row, rowsOf } from "./rows.ts";
import { prepared } from "./service.ts";

const unhurried = { left: () => 10_000 };

/** What differs between two writes of the same goods: instants, and what names an operation. */
const volatile = new Set(["at", "verified_at", "recorded_at", "invocation"]);

/** A value with the type alone of what may differ. */
const shapeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== undefined)
          .map(([name, part]) => [name, volatile.has(name) ? typeof part : shapeOf(part)] as const),
      )
    : value;

const kindOf = ({ sk }: Item) => String(sk).replace(/^OP#s#.*/, "OP#s#");

const byKind = (rows: readonly Item[]) => new Map(rows.map((row) => [`${row.pk} ${kindOf(row)}`, shapeOf({ ...row, sk: kindOf(row) })]));

/**
 * Writes goods through the service and compares every row with what the fill would have written.
 * @throws Error that shows both rows when they differ: the figures would be of a table that the service never makes
 */
export const checkRows = async (n: number): Promise<void> => {
  const goods = { zongpai: fresh.zongpai(n), box_no: fresh.boxNo(n), location: fresh.location(n), at: Date.now() };
  const { zongpai, box_no, location } = goods;
  await prepared("post-trace-location", { zongpai, location })();
  const { pk } = goodsKey(zongpai);
  const registration = (await queryAll({ pk, from: "OP#", to: "OP#~" }, unhurried, { consistent: true }))[0];
  await prepared("post-box", { box_no, zongpai, quantity: layout.quantity })();
  const found = [
    ...(await queryAll({ pk }, unhurried, { consistent: true })),
    ...(await queryAll({ pk: boxContentsOf(box_no) }, unhurried, { consistent: true })),
  ].filter(({ sk }) => sk !== registration?.sk);
  const written: readonly Row[] = rowsOf(goods);
  const [service, fill] = [byKind(found), byKind(written)];
  if (isDeepStrictEqual(service, fill)) return;
  const shown = (rows: typeof service) => JSON.stringify([...rows.values()], undefined, 2);
  throw new Error(`The fill does not write what the service writes.\nThe service: ${shown(service)}\nThe fill: ${shown(fill)}`);
};
