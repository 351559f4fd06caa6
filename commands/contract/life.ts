import { capOf } from "#lib/domain/attachment-cap.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Contract } from "./contract.ts";
import type { Operation } from "./description.ts";
import { codeOf, must } from "./judge.ts";
import { type Received, requestOf } from "./request.ts";

type Values = Readonly<Record<string, unknown>>;
type Rows = readonly Values[];

/** What one life is made of: goods and a box that no other life uses, amounts in wire units, a shelf code. */
export type Life = {
  readonly goods: string;
  readonly box: string;
  /** A second box; without one nothing is moved. */
  readonly other?: string | undefined;
  readonly first: number;
  readonly second: number;
  readonly place: string;
};

/**
 * Follows goods through the service: what was created is readable, what was changed is changed, what was deleted is gone, and a
 * request sent again is recorded once.
 */
export const lives = ({ site, operations, judge, send }: Contract) => {
  const f = site.fields;
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const serves = (id: string) => byId.has(id);

  const call = async (
    id: string,
    values: Values,
    key?: string,
  ): Promise<Received & { readonly body: Values }> => {
    const operation = byId.get(id) as Operation;
    const headers = key !== undefined && operation.keyHeader ? { [operation.keyHeader]: key } : {};
    const answer = await send(requestOf(operation, values, headers));
    return { ...answer, body: judge.accepted(operation, answer) };
  };
  const succeeds = async (id: string, values: Values, key?: string) => {
    const answer = await call(id, values, key);
    must(answer.status < 300, `${id} with data that nothing stands against succeeds`, answer);
    return answer;
  };
  const rowOf = (rows: unknown, name: string, value: unknown) =>
    (rows as Rows | undefined)?.find((row) => row[name] === value);
  /** Reads a list, and holds against the promise whether the row with this value in it is as it must be. */
  const shows = async (
    id: string,
    values: Values,
    [list, name, value]: readonly [list: string, name: string, value: unknown],
    right: (row: Values | undefined, body: Values) => boolean,
    promise: string,
  ) => {
    const read = await succeeds(id, values);
    must(right(rowOf(read.body[list], name, value), read.body), promise, read);
  };
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `smoke-${process.pid}-${Date.now()}-${keys}`.padEnd(20, "0");
  };

  const boxed = async ({ goods, box, other, first, second }: Life) => {
    const item = { [f.box_no]: box, [f.zongpai]: goods };
    const holds = (
      right: (row: Values | undefined, body: Values) => boolean,
      promise: string,
      held = box,
    ) => shows("get-box-info", { [f.box_no]: held }, [f.items, f.zongpai, goods], right, promise);
    const absent = (row: Values | undefined) => row === undefined;
    const key = newKey();
    const saved = await succeeds("post-box", { ...item, [f.quantity]: first }, key);
    await holds(
      (row) => row?.[f.quantity] === first,
      "what was saved into a box is in the box's information",
    );
    const again = await call("post-box", { ...item, [f.quantity]: first }, key);
    if (byId.get("post-box")?.keyHeader) {
      must(
        again.text === saved.text && again.status === saved.status,
        "the same request with the same key gets the same answer",
        again,
      );
      const mark = site.extensions.replayed;
      must(
        !mark || again.headers[mark.toLowerCase()] === "true",
        "an answer given before is marked",
        again,
      );
    } else
      must(
        again.body.error_code === codeOf(site, "product", "duplicateBoxItem"),
        "an item is not saved twice",
        again,
      );
    await succeeds("edit-box", { ...item, [f.quantity]: second });
    const isSecond = (row: Values | undefined) => row?.[f.quantity] === second;
    await holds(isSecond, "a changed quantity is in the box's information");
    await holds(
      (_, body) => body[f.items_quantity] === second,
      "the quantity of the items is their sum",
    );
    const moves = other !== undefined && serves("move-item");
    if (moves) {
      await succeeds("move-item", { ...item, [f.to_box_no]: other, [f.quantity]: second });
      await holds(absent, "what was moved is gone from its first box");
      await holds(isSecond, "what was moved is in its second box", other);
      item[f.box_no] = other;
    }
    if (!serves("delete-box")) return;
    await succeeds("delete-box", item);
    await holds(absent, "what was deleted is gone from the box's information", moves ? other : box);
    const twice = await call("delete-box", item);
    must(
      twice.body.error_code === codeOf(site, "product", "itemNotFound"),
      "what was deleted cannot be deleted again",
      twice,
    );
  };

  const placed = async ({ goods, place }: Life) => {
    await succeeds("post-trace-location", { [f.zongpai]: goods, [f.location]: place });
    const shelf = await succeeds("location-overview", { [f.zongpai]: goods });
    must(
      rowOf(shelf.body[f.locations], f.location, place) !== undefined,
      "registered goods are in the overview",
      shelf,
    );
    await succeeds("post-trace-location", { [f.zongpai]: goods, [f.off_shelf]: true });
    const off = await succeeds("location-overview", { [f.zongpai]: goods });
    const group = off.body[f.off_shelf] as Values;
    must(
      rowOf(group[f.items], f.zongpai, goods) !== undefined &&
        (off.body[f.locations] as Rows).length === 0,
      "goods are in one place only",
      off,
    );
    if (!serves("clear-place")) return;
    await succeeds("clear-place", { [f.zongpai]: goods });
    const gone = await succeeds("location-overview", { [f.zongpai]: goods });
    const { [f.off_shelf]: rest, [f.locations]: shelves } = gone.body;
    must(
      (shelves as Rows).length === 0 && ((rest as Values)[f.items] as Rows).length === 0,
      "goods that left are in no place",
      gone,
    );
  };

  const attached = async ({ goods, box, ...wanted }: Life) => {
    const category = site.attachment.categories[0]?.code ?? "";
    const cap = capOf(category, site);
    // Where the cap is a quantity, such as one manual a box, no more than that can be saved.
    const within = (amount: number) =>
      "most" in cap
        ? Math.min(amount, fromScaled(cap.most, site.formats.quantity.decimals))
        : amount;
    const [first, second] = [within(wanted.first), within(wanted.second)];
    const most = Math.max(first, second);
    const line = (right: (row: Values | undefined) => boolean, promise: string) =>
      shows(
        "get-attachment-status",
        { [f.zongpai]: goods },
        [f.categories, f.category, category],
        right,
        promise,
      );
    // Where the goods in boxes cap their attachments, there must be goods.
    await succeeds("post-box", { [f.box_no]: box, [f.zongpai]: goods, [f.quantity]: most });
    await succeeds("put-attachment-config", {
      [f.zongpai]: goods,
      [f.entries]: [{ [f.category]: category, [f.quantity]: most }],
    });
    await line((row) => row !== undefined, "a configured category is in the status");
    const entry = { [f.box_no]: box, [f.zongpai]: goods, [f.category]: category };
    await succeeds("post-attachment-box", { ...entry, [f.quantity]: first });
    await line(
      (row) => row?.[f.boxed_quantity] === first,
      "the boxed quantity is the sum of the entries",
    );
    await succeeds("patch-attachment-box", { ...entry, [f.quantity]: second });
    await line(
      (row) => row?.[f.boxed_quantity] === second,
      "a changed entry changes the boxed quantity",
    );
    const removal = await call("put-attachment-config", { [f.zongpai]: goods, [f.entries]: [] });
    const guarded = site.attachment.removalGuard.includes("boxed");
    must(
      !guarded || removal.body.error_code === codeOf(site, "accessory", "removalRefused"),
      "a boxed category is protected",
      removal,
    );
    await succeeds("delete-attachment-box", entry);
    const held = [f.entries, f.category, category] as const;
    await shows(
      "get-box-info",
      { [f.box_no]: box },
      held,
      (row) => !row,
      "a deleted entry is gone from the box's information",
    );
    const twice = await call("delete-attachment-box", entry);
    must(
      twice.body.error_code === codeOf(site, "accessory", "itemNotFound"),
      "a deleted entry cannot be deleted again",
      twice,
    );
  };

  return { call, serves, boxed, placed, attached };
};
