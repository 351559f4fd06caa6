import { BoxSaveRequest, BoxSaveResponse } from "../domain/box.ts";
import type { RouteRow } from "../http/route.ts";

/** Specification §2 and §4: goods into a box. */
export const postBox = {
  id: "post-box",
  module: "box",
  kind: "write",
  address: { method: "POST", path: "/box" },
  access: { table: ["PutItem", "UpdateItem", "ConditionCheckItem"], index: false, erp: true },
  input: BoxSaveRequest,
  output: BoxSaveResponse,
  summary: "Save goods into a box",
  refusals: {
    duplicateBoxItem: true,
    zongpaiNotFound: true,
    boxedBeyondOrdered: ({ box }) => box.beyondOrdered === "refuse",
    boxNotFound: ({ box }) => box.unknownBox === "refuse",
    erpUnavailable: true,
  },
  next: { "get-box-info": ["box_no"], "delete-box": ["box_no", "zongpai"] },
  example: ({ box_no, zongpai, quantity, instant }) => ({
    requests: { goods: { box_no, zongpai, quantity } },
    response: { box_no, zongpai, quantity, recorded_at: instant },
  }),
} as const satisfies RouteRow;
