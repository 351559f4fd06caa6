import type { RouteId } from "#lib/route-ids.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues, ReceivedAnswer } from "../contract/request.ts";
import { CheckSkipped } from "./check.ts";

type HeldRow = FieldValues & { readonly quantity: number };
type CallAnswer = ReceivedAnswer & { readonly body: FieldValues };

/** The place of goods: a shelf, off shelf, or no place. */
export type GoodsPlace = string | typeof offShelf | undefined;
export const offShelf = Symbol("off the shelf");

/** The first row of a list that has these values. */
export const rowOf = (list: unknown, values: FieldValues): FieldValues | undefined =>
  ((list ?? []) as FieldValues[]).find((row) =>
    Object.entries(values).every(([name, value]) => row[name] === value),
  );

/** Reads the data that the checks change, and describes them in sentences that can be compared. */
export const readerOn = ({ site, call, isError }: ServiceContract) => {
  const { decimals } = site.formats.quantity;

  const isForbidden = (answer: CallAnswer): boolean =>
    isError({ group: "gateway", condition: "forbidden" }, answer, answer.body);

  /** @throws CheckSkipped if the caller may not call the route */
  const read = async (id: RouteId, fields: FieldValues): Promise<CallAnswer> => {
    const answer = await call(id, fields);
    if (isForbidden(answer)) throw new CheckSkipped(`this caller may not call ${id}`);
    return answer;
  };
  const readSuccessfully = async (id: RouteId, fields: FieldValues): Promise<CallAnswer> => {
    const answer = await read(id, fields);
    assertPromise(answer.status < 300, `${id} succeeds`, answer);
    return answer;
  };

  /** Reads the contents of a box for goods: a row without a category, and a row for each category of their attachments. */
  const readContents = async (box_no: string, zongpai: string): Promise<HeldRow[]> => {
    const held: HeldRow[] = [];
    let cursor: unknown;
    do {
      const fields = cursor ? { box_no, cursor } : { box_no };
      const page = await read("get-box-info", fields);
      const unknownBox = { group: "product", condition: "boxNotFound" } as const;
      if (isError(unknownBox, page, page.body)) return held;
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

  const readStatusLines = async (zongpai: string): Promise<FieldValues[]> => {
    const { body } = await readSuccessfully("get-attachment-status", { zongpai });
    return body.categories as FieldValues[];
  };

  /** Reads the place of goods, without the places of their attachments. */
  const readPlace = async (zongpai: string): Promise<GoodsPlace> => {
    const { body } = await readSuccessfully("location-overview", { zongpai });
    const goods = { zongpai, category: undefined };
    if (rowOf((body.off_shelf as FieldValues).items, goods)) return offShelf;
    const shelves = body.locations as FieldValues[];
    return shelves.find(({ items }) => rowOf(items, goods))?.location as string | undefined;
  };

  return {
    readSuccessfully,
    readContents,
    readStatusLines,
    readPlace,
    /**
     * Sends a request without fields, which changes nothing.
     * @throws CheckSkipped if the caller may not send it
     */
    requireMayCall: async (id: RouteId): Promise<void> => {
      await read(id, {});
    },

    describeContents: async (box: string, goods: string): Promise<string[]> =>
      (await readContents(box, goods)).map(({ quantity, category }) =>
        category === undefined
          ? `${box} holds ${quantity} ${goods}`
          : `${box} holds ${quantity} ${category} of ${goods}`,
      ),

    describeAttachments: async (goods: string): Promise<string[]> =>
      (await readStatusLines(goods)).map((line) => {
        const { category, configured, configured_quantity, boxed_quantity, evidence } = line;
        const quantity = configured_quantity === undefined ? "" : ` ${configured_quantity}`;
        const configuration = configured ? `configured${quantity}` : "not configured";
        return `${category} of ${goods} is ${configuration}, in boxes ${boxed_quantity}, evidence ${evidence}`;
      }),

    describePlace: async (goods: string): Promise<string[]> => {
      const place = await readPlace(goods);
      if (place === undefined) return [];
      const placeText = place === offShelf ? "off the shelf" : `on ${place}`;
      return [`${goods} is ${placeText}`];
    },
  };
};
