import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import type { Deadline } from "./operation.ts";
import { SiteWord } from "./value.ts";

type ErpColumnValue = string | number | boolean | null;

/** A box as the ERP's view has it; `quantity` is a scaled integer. */
export type ErpBox = {
  readonly box_no: string;
  readonly quantity: number;
  readonly columns: Readonly<Record<string, ErpColumnValue>>;
};

/** Goods as the ERP's view has them; `ordered` is a scaled integer, `product` the name of the product. */
export type ErpZongpai = {
  readonly zongpai: string;
  readonly ordered: number;
  readonly product?: string | undefined;
};

/** The boxes of a day after a position, which is the one of an earlier page; at most `size`. */
export type ErpDayRequest = {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly after?: string | undefined;
  readonly size: number;
};

/** In the order of the boxes' numbers. A box without a quantity has a row that does not fit the site's profile, or unlike rows. */
export type ErpDayPage = {
  readonly boxes: readonly { readonly box_no: string; readonly quantity?: number | undefined }[];
  /** The position after the last box, if there are more. */
  readonly next?: string | undefined;
};

/** Whether the ERP or its row caused the failure of a look-up, and not a fault of this service. */
export const isErpUnavailable = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.condition === "erpUnavailable" || error.condition === "erpRowInvalid");

/**
 * The read adapter over the ERP's views (specification §1); `undefined` if the ERP does not know it.
 * @throws Refusal `erpUnavailable` if the ERP cannot be asked or is too slow, `erpRowInvalid` if its row does not fit the site's profile, or
 * if it has unlike rows of one key
 */
export type ErpReader = {
  readonly box: (boxNo: string, deadline: Deadline) => Promise<ErpBox | undefined>;
  readonly zongpai: (zongpai: string, deadline: Deadline) => Promise<ErpZongpai | undefined>;
  /** By the column that the site names (`erp.boxes.day`); one statement. */
  readonly boxesOfDay: (request: ErpDayRequest, deadline: Deadline) => Promise<ErpDayPage>;
};

const erpStates = ["live", "copy", "absent", "unavailable"] as const;
export type ErpState = (typeof erpStates)[number];

export const ErpStateWord = ({ erp: { states } }: Site) => SiteWord(erpStates, states);
