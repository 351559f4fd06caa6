import demo from "../../sites/demo.ts";
import { type Attachment, corrected, overCap } from "./attachments.ts";
import type { Goods } from "./goods.ts";
import { type Write, write } from "./scanner.ts";

/** At most 7 + 16 + 1 + 6 + 1 characters and the zongpai: within the 64 that a key may have. */
const keyOf = (run: string, what: string, zongpai: string) => `replay-${run}-${what}-${zongpai}`;

const placeOf = ({ location }: Goods) => (location === undefined ? { off_shelf: true } : { location });
const refOf = ({ goods: { box_no, zongpai }, category }: Attachment) => ({ box_no, zongpai, category });

/**
 * The writes for one line. The keys come from the run and the line alone: sent again, by a storm or by a whole second replay, they name
 * the same scan, and no scan is counted twice.
 */
export const lineWrites = {
  register: (run: string, goods: Goods): Write =>
    write("post-trace-location", keyOf(run, "loc", goods.zongpai), { zongpai: goods.zongpai, ...placeOf(goods) }),
  box: (run: string, { box_no, zongpai, received }: Goods): Write =>
    write("post-box", keyOf(run, "box", zongpai), { box_no, zongpai, quantity: received }),
} as const;

/** The writes for the attachment of one line, in the same manner. */
export const attachmentWrites = {
  config: (run: string, { goods: { zongpai }, category, configured }: Attachment): Write =>
    write("put-attachment-config", keyOf(run, "config", zongpai), { zongpai, entries: [{ category, quantity: configured }] }),
  register: (run: string, { goods, category }: Attachment): Write =>
    write("post-attachment-location", keyOf(run, "place", goods.zongpai), { zongpai: goods.zongpai, category, ...placeOf(goods) }),
  box: (run: string, attachment: Attachment): Write =>
    write("post-attachment-box", keyOf(run, "entry", attachment.goods.zongpai), { ...refOf(attachment), quantity: attachment.packed }),
  /** Into a second box: in the first one the entry is a duplicate, which is told before the cap. */
  overCap: (run: string, attachment: Attachment): Write => {
    const { box_no, ...ref } = refOf(attachment);
    const fields = { box_no: `${box_no}-2`, ...ref, quantity: overCap(attachment) };
    return write("post-attachment-box", keyOf(run, "over", ref.zongpai), fields, demo.errors.accessory.capExceeded.code);
  },
  correct: (run: string, attachment: Attachment): Write =>
    write("patch-attachment-box", keyOf(run, "edit", attachment.goods.zongpai), {
      ...refOf(attachment),
      quantity: corrected(attachment),
      expected_quantity: attachment.packed,
    }),
  remove: (run: string, attachment: Attachment): Write =>
    write("delete-attachment-box", keyOf(run, "delete", attachment.goods.zongpai), refOf(attachment)),
} as const;
