import { keyHeaderOf } from "#infra/request.ts";
import { capOf } from "#lib/domain/attachment-cap.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import type { Raised } from "#lib/errors.ts";
import { type Contract, must } from "./contract.ts";
import type { Values } from "./request.ts";

/** Goods and a box that the checks may work with. */
export type Pair = { readonly goods: string; readonly box: string };

/** What one life is made of: a pair that no other life uses, amounts in wire units, a shelf code. */
export type Life = Pair & {
  /** A second box; without one nothing is moved. */
  readonly other?: string | undefined;
  readonly first: number;
  readonly second: number;
  readonly place: string;
};

/** The first row of a list in an answer that has these values. */
export const rowOf = (list: unknown, values: Values): Values | undefined =>
  ((list ?? []) as Values[]).find((row) =>
    Object.entries(values).every(([name, value]) => row[name] === value),
  );

/**
 * Follows goods through the service: what was created is readable, what was changed is changed, what was deleted is gone, and a
 * request sent again is recorded once. Fields have their canonical names.
 */
export const lives = ({ site, routes, call, isError }: Contract) => {
  const succeeds = async (id: RouteId, fields: Values, key?: string) => {
    const answer = await call(id, fields, key === undefined ? {} : { key });
    must(answer.status < 300, `${id} succeeds`, answer);
    return answer;
  };
  const refusedAs = async (error: Raised, promise: string, id: RouteId, fields: Values) => {
    const answer = await call(id, fields);
    must(isError(error, answer, answer.body), promise, answer);
  };

  const boxed = async ({ goods: zongpai, box, other, first, second }: Life) => {
    const item = { box_no: box, zongpai };
    const holds = async (quantity: number | undefined, promise: string, box_no = item.box_no) => {
      const info = await succeeds("get-box-info", { box_no });
      must(rowOf(info.body.items, { zongpai })?.quantity === quantity, promise, info);
      const sum = quantity === undefined || info.body.items_quantity === quantity;
      must(sum, "the quantity of the items is their sum", info);
    };
    const key = `smoke-${process.pid}-${Date.now()}`.padEnd(20, "0");
    const saved = await succeeds("post-box", { ...item, quantity: first }, key);
    await holds(first, "what was saved into a box is in the box's information");
    if (keyHeaderOf(site)) {
      const again = await succeeds("post-box", { ...item, quantity: first }, key);
      const same = again.text === saved.text;
      must(same, "the same request with the same key gets the same answer", again);
      const mark = site.extensions.replayed;
      const marked = !mark || again.headers[mark.toLowerCase()] === "true";
      must(marked, "an answer given before is marked", again);
    } else {
      const error = { group: "product", condition: "duplicateBoxItem" } as const;
      await refusedAs(error, "an item is not saved twice", "post-box", {
        ...item,
        quantity: first,
      });
    }
    await succeeds("edit-box", { ...item, quantity: second });
    await holds(second, "a changed quantity is in the box's information");
    if (other !== undefined && routes.has("move-item")) {
      await succeeds("move-item", { ...item, to_box_no: other, quantity: second });
      await holds(undefined, "what was moved is gone from its first box");
      await holds(second, "what was moved is in its second box", other);
      item.box_no = other;
    }
    if (!routes.has("delete-box")) return;
    await succeeds("delete-box", item);
    await holds(undefined, "what was deleted is gone from the box's information");
    const error = { group: "product", condition: "itemNotFound" } as const;
    await refusedAs(error, "what was deleted cannot be deleted again", "delete-box", item);
  };

  const placed = async ({ goods: zongpai, place }: Life) => {
    const isAt = async (places: string, promise: string) => {
      const { body, ...read } = await succeeds("location-overview", { zongpai });
      const shelves = (body.locations as Values[]).map(({ location }) => location);
      const off = rowOf((body.off_shelf as Values).items, { zongpai }) ? ["off"] : [];
      must([...shelves, ...off].join() === places, promise, read);
    };
    await succeeds("post-trace-location", { zongpai, location: place });
    await isAt(place, "registered goods are in the overview");
    await succeeds("post-trace-location", { zongpai, off_shelf: true });
    await isAt("off", "goods are in one place only");
    if (!routes.has("clear-place")) return;
    await succeeds("clear-place", { zongpai });
    await isAt("", "goods that left are in no place");
  };

  const attached = async ({ goods: zongpai, box: box_no, ...wanted }: Life) => {
    const category = site.attachment.categories[0]?.code ?? "";
    const cap = capOf(category, site);
    // Where the cap is a quantity, such as one manual a box, no more than that can be saved.
    const most = "most" in cap ? fromScaled(cap.most, site.formats.quantity.decimals) : Infinity;
    const [first, second] = [Math.min(most, wanted.first), Math.min(most, wanted.second)];
    const quantity = Math.max(first, second);
    const status = async (promise: string, values: Values = {}) => {
      const read = await succeeds("get-attachment-status", { zongpai });
      const line = rowOf(read.body.categories, { category, ...values });
      must(line !== undefined, promise, read);
    };
    // Where the goods in boxes cap their attachments, there must be goods.
    await succeeds("post-box", { box_no, zongpai, quantity });
    await succeeds("put-attachment-config", { zongpai, entries: [{ category, quantity }] });
    await status("a configured category is in the status");
    const entry = { box_no, zongpai, category };
    await succeeds("post-attachment-box", { ...entry, quantity: first });
    await status("the boxed quantity is the sum of the entries", { boxed_quantity: first });
    await succeeds("patch-attachment-box", { ...entry, quantity: second });
    await status("a changed entry changes the boxed quantity", { boxed_quantity: second });
    const removal = { zongpai, entries: [] };
    if (site.attachment.removalGuard.includes("boxed"))
      await refusedAs(
        { group: "accessory", condition: "removalRefused" },
        "a boxed category is protected",
        "put-attachment-config",
        removal,
      );
    else await succeeds("put-attachment-config", removal);
    await succeeds("delete-attachment-box", entry);
    const info = await succeeds("get-box-info", { box_no });
    const left = rowOf(info.body.entries, { zongpai, category });
    must(left === undefined, "a deleted entry is gone from the box's information", info);
    const error = { group: "accessory", condition: "itemNotFound" } as const;
    await refusedAs(
      error,
      "a deleted entry cannot be deleted again",
      "delete-attachment-box",
      entry,
    );
  };

  return { boxed, placed, attached };
};
