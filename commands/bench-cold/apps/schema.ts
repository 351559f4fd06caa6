import * as z from "zod";

const code = /^[A-Z0-9][A-Z0-9-]{2,31}$/;

/** What the frameworks check of a request, as the demo site does. */
export const Item = z.strictObject({
  box_no: z.string().regex(code),
  zongpai: z.string().regex(code),
  quantity: z.int().min(1).max(99_999),
});
