import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import type { GoodsAndBox } from "./goods-and-box.ts";

/** What a scan of goods changes: their quantity in the box, and their place. */
export type GoodsState = {
  readonly quantity: unknown;
  readonly shelf: unknown;
  readonly isOffShelf: boolean;
};

/** Reads what scans of goods have changed. Each function throws if an answer breaks a promise. */
export const goodsStateOf = (
  { call }: ServiceContract,
  { goods: zongpai, box: box_no }: GoodsAndBox,
) => {
  const read = async (id: Parameters<typeof call>[0], fields: FieldValues) => {
    const answer = await call(id, fields);
    assertPromise(answer.status < 300, `${id} succeeds`, answer);
    return answer.body;
  };
  const isOfGoods = (row: FieldValues) => row.zongpai === zongpai && row.category === undefined;
  const goodsIn = (list: unknown) => (list as FieldValues[]).find(isOfGoods);

  const readState = async (): Promise<GoodsState> => {
    const contents = await read("get-box-info", { box_no });
    const overview = await read("location-overview", { zongpai });
    const shelves = overview.locations as FieldValues[];
    return {
      quantity: goodsIn(contents.items)?.quantity,
      shelf: shelves.find(({ items }) => goodsIn(items))?.location,
      isOffShelf: goodsIn((overview.off_shelf as FieldValues).items) !== undefined,
    };
  };

  return {
    readState,
    /** @throws Error that names each part that is different */
    requireState: async (expected: Partial<GoodsState>, promise: string): Promise<void> => {
      const state = await readState();
      const names = Object.keys(expected) as (keyof GoodsState)[];
      const wrong = names.filter((name) => state[name] !== expected[name]);
      const found = wrong.map((name) => `${name} is ${state[name] ?? "none"}`).join(", ");
      if (found) throw new Error(`${promise}; of ${zongpai} in ${box_no}, ${found}`);
    },
    readHistory: async (): Promise<readonly FieldValues[]> =>
      (await read("get-history", { zongpai })).events as FieldValues[],
  };
};
