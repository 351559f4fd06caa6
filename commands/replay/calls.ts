import demo from "../../sites/demo.ts";
import { type Attachment, corrected, overCap } from "./attachments.ts";
import type { Goods } from "./goods.ts";
import { write } from "./scanner.ts";

const placeOf = ({ location }: Goods) => (location === undefined ? { off_shelf: true } : { location });
const refOf = ({ goods: { box_no, zongpai }, category }: Attachment) => ({ box_no, zongpai, category });

/**
 * The writes for one line and for its attachment. The keys come from the run and the line alone: sent again, by a storm or by a whole
 * second replay, they name the same scan, and no scan is counted twice.
 */
export const writesOf = (run: string) => {
  /** At most 7 + 16 + 1 + 6 + 1 characters and the zongpai: within the 64 that a key may have. */
  const keyOf = (what: string, { zongpai }: Goods) => `replay-${run}-${what}-${zongpai}`;
  return {
    register: (goods: Goods) => write("post-trace-location", keyOf("loc", goods), { zongpai: goods.zongpai, ...placeOf(goods) }),
    box: (goods: Goods) => {
      const { box_no, zongpai, received: quantity } = goods;
      return write("post-box", keyOf("box", goods), { box_no, zongpai, quantity });
    },
    config: ({ goods, category, configured: quantity }: Attachment) =>
      write("put-attachment-config", keyOf("config", goods), { zongpai: goods.zongpai, entries: [{ category, quantity }] }),
    registerAttachment: ({ goods, category }: Attachment) =>
      write("post-attachment-location", keyOf("place", goods), { zongpai: goods.zongpai, category, ...placeOf(goods) }),
    boxAttachment: (attachment: Attachment) =>
      write("post-attachment-box", keyOf("entry", attachment.goods), { ...refOf(attachment), quantity: attachment.packed }),
    /** Into a second box: in the first one the entry is a duplicate, which is told before the cap. */
    overCap: (attachment: Attachment) => {
      const fields = { ...refOf(attachment), box_no: `${attachment.goods.box_no}-2`, quantity: overCap(attachment) };
      return write("post-attachment-box", keyOf("over", attachment.goods), fields, demo.errors.accessory.capExceeded.code);
    },
    correct: (attachment: Attachment) => {
      const quantities = { quantity: corrected(attachment), expected_quantity: attachment.packed };
      return write("patch-attachment-box", keyOf("edit", attachment.goods), { ...refOf(attachment), ...quantities });
    },
    remove: (attachment: Attachment) => write("delete-attachment-box", keyOf("delete", attachment.goods), refOf(attachment)),
  } as const;
};
