/** One line of a purchase order: goods that are put on a shelf (none: off shelf) and packed into the box of their order. */
export type Goods = {
  readonly zongpai: string;
  readonly box_no: string;
  readonly product: string;
  readonly ordered: number;
  readonly received: number;
  readonly location?: string;
};
