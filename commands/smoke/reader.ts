import type { RouteId } from "#lib/endpoints/ids.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues, ReceivedAnswer } from "../contract/request.ts";
import { CheckSkipped } from "./check.ts";

type HeldRow = FieldValues & { readonly quantity: number };
type CallAnswer = ReceivedAnswer & { readonly body: FieldValues };

/** Where goods are: on a shelf, off the shelf, or in no place. */
export type GoodsPlace = string | typeof offShelf | undefined;
export const offShelf = Symbol("off the shelf");

/** The first row of a list in an answer that has these values. */
export const rowOf = (list: unknown, values: FieldValues): FieldValues | undefined =>
  ((list ?? []) as FieldValues[]).find((row) =>
    Object.entries(values).every(([name, value]) => row[name] === value),
  );

/** Reads what the checks change, and says it in sentences that can be compared. */
export const readerOn = ({ site, call, isError }: ServiceContract) => {
  const { decimals } = site.formats.quantity;

  const isForbidden = (answer: CallAnswer): boolean =>
    isError({ group: "gateway", condition: "forbidden" }, answer, answer.body);

  /** @throws Skip if the caller may not read it */
  const read = async (id: RouteId, fields: FieldValues): Promise<CallAnswer> => {
    const answer = await call(id, fields);
    if (isForbidden(answer)) throw new CheckSkipped(`this caller may not call ${id}`);
    return answer;
  };
  const succeeds = async (id: RouteId, fields: FieldValues): Promise<CallAnswer> => {
    const answer = await read(id, fields);
    assertPromise(answer.status < 300, `${id} succeeds`, answer);
    return answer;
  };

  /** What a box holds of goods: a row without a category, and one for each category of their attachments. */
  const heldIn = async (box_no: string, zongpai: string): Promise<HeldRow[]> => {
    const held: HeldRow[] = [];
    let cursor: unknown;
    do {
      const page = await read("get-box-info", { box_no, ...(cursor ? { cursor } : {}) });
      const unknown = { group: "product", condition: "boxNotFound" } as const;
      if (isError(unknown, page, page.body)) return held;
      assertPromise(page.status < 300, "get-box-info succeeds", page);
      const { items, entries, items_quantity } = page.body;
      const sum = (items as HeldRow[]).reduce((part, { quantity }) => part + quantity, 0);
      const isSum = Number(items_quantity).toFixed(decimals) === sum.toFixed(decimals);
      assertPromise(isSum, "the quantity of the items is their sum", page);
      const rows = [...(items as HeldRow[]), ...(entries as HeldRow[])];
      held.push(...rows.filter((row) => row.zongpai === zongpai));
      ({ cursor } = page.body);
    } while (cursor);
    return held;
  };

  const linesOf = async (zongpai: string): Promise<FieldValues[]> => {
    const { body } = await succeeds("get-attachment-status", { zongpai });
    return body.categories as FieldValues[];
  };

  /** The attachments of goods have places of their own. */
  const placeOf = async (zongpai: string): Promise<GoodsPlace> => {
    const { body } = await succeeds("location-overview", { zongpai });
    const goods = { zongpai, category: undefined };
    if (rowOf((body.off_shelf as FieldValues).items, goods)) return offShelf;
    const shelves = body.locations as FieldValues[];
    return shelves.find(({ items }) => rowOf(items, goods))?.location as string | undefined;
  };

  return {
    succeeds,
    heldIn,
    linesOf,
    placeOf,
    /**
     * A request without fields, which changes nothing.
     * @throws Skip if the caller may not send it
     */
    mayCall: async (id: RouteId): Promise<void> => {
      await read(id, {});
    },

    contentsInWords: async (box: string, goods: string): Promise<string[]> =>
      (await heldIn(box, goods)).map(({ quantity, category }) =>
        category === undefined
          ? `${box} holds ${quantity} ${goods}`
          : `${box} holds ${quantity} ${category} of ${goods}`,
      ),

    attachmentsInWords: async (goods: string): Promise<string[]> =>
      (await linesOf(goods)).map((line) => {
        const { category, configured, configured_quantity, boxed_quantity, evidence } = line;
        const quantity = configured_quantity === undefined ? "" : ` ${configured_quantity}`;
        const configuration = configured ? `configured${quantity}` : "not configured";
        return `${category} of ${goods} is ${configuration}, in boxes ${boxed_quantity}, evidence ${evidence}`;
      }),

    placeInWords: async (goods: string): Promise<string[]> => {
      const place = await placeOf(goods);
      if (place === undefined) return [];
      return [`${goods} is ${place === offShelf ? "off the shelf" : `on ${place}`}`];
    },
  };
};
