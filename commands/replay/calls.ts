import type { RouteId } from "#lib/route-ids.ts";
import type { RouteRow } from "#lib/route-row.ts";
import { v1 } from "#lib/routes.ts";
import site from "#site";
import { type Attachment, corrected, overCap } from "./attachments.ts";
import type { Call } from "./client.ts";
import type { Box } from "./data.ts";
import type { Goods } from "./goods.ts";

/** A write is known by its key, so that it can be sent any number of times. */
export type Write = Call & {
  readonly key: string;
  /** The only answer that is right: a refusal with this code. */
  readonly refusedAs?: string;
};

type Fields = Readonly<Record<string, unknown>>;

const call = (id: RouteId, fields: Fields): Call => {
  const row: RouteRow = v1[id];
  const address = row.at(site);
  if (!address) throw new Error(`The site does not serve ${id}.`);
  if (row.fieldsIn(site) === "body") return { ...address, body: fields };
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));
  return { ...address, path: `${address.path}?${query}` };
};

/** At most 7 + 16 + 1 + 6 + 1 characters and the zongpai: within the 64 that a key may have. */
const write = (id: RouteId, key: readonly [run: string, what: string, zongpai: string], fields: Fields): Write => ({
  ...call(id, fields),
  key: `replay-${key.join("-")}`,
});

const placeOf = ({ location }: Goods): Fields => (location === undefined ? { off_shelf: true } : { location });

/**
 * The requests for one line and one box, in the demo site's words. The keys come from the run and the line alone: sent again,
 * by a storm or by a whole second replay, they name the same scan, and no scan is counted twice.
 */
export const calls = {
  register: (run: string, goods: Goods) =>
    write("post-trace-location", [run, "loc", goods.zongpai], { zongpai: goods.zongpai, ...placeOf(goods) }),
  box: (run: string, { box_no, zongpai, received }: Goods) =>
    write("post-box", [run, "box", zongpai], { box_no, zongpai, quantity: received }),
  boxInfo: ({ box_no }: Box) => call("get-box-info", { box_no }),
  overview: ({ zongpai }: Goods) => call("location-overview", { zongpai }),
  status: ({ zongpai }: Goods) => call("get-attachment-status", { zongpai }),
} as const;

const refOf = ({ goods: { box_no, zongpai }, category }: Attachment) => ({ box_no, zongpai, category });

/** The writes for the attachment of one line, in the same manner. */
export const attachmentCalls = {
  config: (run: string, { goods: { zongpai }, category, configured }: Attachment) =>
    write("put-attachment-config", [run, "config", zongpai], { zongpai, entries: [{ category, quantity: configured }] }),
  register: (run: string, { goods, category }: Attachment) =>
    write("post-attachment-location", [run, "place", goods.zongpai], { zongpai: goods.zongpai, category, ...placeOf(goods) }),
  box: (run: string, attachment: Attachment) =>
    write("post-attachment-box", [run, "entry", attachment.goods.zongpai], { ...refOf(attachment), quantity: attachment.packed }),
  /** Into a second box: in the first one the entry is a duplicate, which is told before the cap. */
  overCap: (run: string, attachment: Attachment): Write => {
    const { box_no, ...ref } = refOf(attachment);
    const fields = { box_no: `${box_no}-2`, ...ref, quantity: overCap(attachment) };
    return { ...write("post-attachment-box", [run, "over", ref.zongpai], fields), refusedAs: site.errors.accessory.capExceeded.code };
  },
  correct: (run: string, attachment: Attachment) =>
    write("patch-attachment-box", [run, "edit", attachment.goods.zongpai], {
      ...refOf(attachment),
      quantity: corrected(attachment),
      expected_quantity: attachment.packed,
    }),
  remove: (run: string, attachment: Attachment) =>
    write("delete-attachment-box", [run, "delete", attachment.goods.zongpai], refOf(attachment)),
} as const;
