import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { placeOf } from "#lib/domain/location.ts";
import { within } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import { boxContentsOf, goodsKey, locationKey, placeKey } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { atOnce } from "../audit/at-once.ts";
import type { Bench } from "../bench/service.ts";
import { freshIn, layout } from "./layout.ts";

type Row = Readonly<Record<string, unknown>>;
export type Goods = {
  readonly zongpai: string;
  readonly box_no: string;
  readonly location: string | undefined;
};
/** Makes the rows of goods that were registered and saved into a box, and so many more registrations in their history. */
export type RowsOf = (goods: Goods, more?: number) => Row[];

export const goodsOf = (n: number): Goods => ({
  zongpai: layout.zongpai(n),
  box_no: layout.boxNo(n),
  location: layout.location(n),
});

/** Milliseconds for one query. */
const patience = 10_000;

/** Has the service register and save goods, and takes what it wrote as a template: so the fill writes what the service writes. */
const templateOf = async (
  { site, table, prepared }: Bench,
  { zongpai, box_no, location }: Goods,
) => {
  const rowsIn = (pk: string) => queryAll(table, { pk }, within(patience), { consistent: true });
  await prepared("post-trace-location", {
    zongpai,
    ...(location === undefined ? { off_shelf: true } : { location }),
  })();
  const { pk } = goodsKey(zongpai);
  const registered = (await rowsIn(pk)).find(({ sk }) => String(sk).startsWith("OP#"))?.sk;
  await prepared("post-box", { box_no, zongpai, quantity: 5 })();
  const text = JSON.stringify([...(await rowsIn(pk)), ...(await rowsIn(boxContentsOf(box_no).pk))]);
  return (goods: Goods, more: number): Row[] => {
    const named = text.replaceAll(zongpai, goods.zongpai).replaceAll(box_no, goods.box_no);
    const rows = JSON.parse(
      location && goods.location ? named.replaceAll(location, goods.location) : named,
    ) as Row[];
    const { sk } = locationKey(goods.zongpai);
    return rows.flatMap((row) => {
      // The id of an operation is the end of both keys.
      if (row.sk === registered)
        return [
          row,
          ...Array.from({ length: more }, (_, at) => ({
            ...row,
            sk: `${registered}-${at}`,
            place_sk: `${row.place_sk}-${at}`,
          })),
        ];
      if (row.sk !== sk) return [row];
      // Its place in the index comes of its own names.
      const place = placeOf(
        { location: goods.location, off_shelf: goods.location === undefined },
        site,
      );
      const moved = { zongpai: goods.zongpai, ...place, at: Number(row.at) };
      return [{ ...row, ...moved, ...placeKey(moved, site.location.shards) }];
    });
  };
};

/** What the service writes of goods on a shelf and off it; it takes the names of a round. */
export const templates = async (bench: Bench, round: number): Promise<RowsOf> => {
  const { goods, boxes, locations } = freshIn(round);
  const named = (at: number, location?: string) =>
    templateOf(bench, { zongpai: goods[at] ?? "", box_no: boxes[at] ?? "", location });
  const [shelved, off] = [await named(0, locations[0]), await named(1)];
  return (one, more = 0) => (one.location === undefined ? off : shelved)(one, more);
};

/**
 * Rows of one request. A transaction of 100 is one commit of the engine and on a file about twice as fast as BatchWriteItem, whose
 * 25 puts are a commit each. The engine writes one after the other; more writers than these only wait.
 */
const [perRequest, writers] = [100, 3];

function* batches(sources: Iterable<readonly Row[]>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const rows of sources)
    for (const row of rows) {
      if (batch.push(row) < perRequest) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** Fills the table past the service, with a client of its own: the service's is metered. Gives how many items it wrote. */
export const fill = async (
  { endpoint = "", name }: Table,
  sources: Iterable<readonly Row[]>,
): Promise<number> => {
  // Puts may be repeated.
  const client = new DynamoDBClient({
    endpoint,
    maxAttempts: 6,
    requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true },
  });
  const documents = DynamoDBDocumentClient.from(client);
  let items = 0;
  const write = async (batch: Row[]) => {
    const TransactItems = batch.map((row) => ({ Put: { TableName: name, Item: { ...row } } }));
    await documents.send(new TransactWriteCommand({ TransactItems }));
    items += batch.length;
  };
  await atOnce(batches(sources), writers, write).finally(() => client.destroy());
  return items;
};
