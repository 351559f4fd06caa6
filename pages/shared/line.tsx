import { words } from "site:languages";
import type { ComponentChildren, ComponentType } from "preact";
import { categoryName } from "./language.ts";
import { amount, Code, fill } from "./text.tsx";

type Scanned = {
  /** None of a box by itself. */
  readonly zongpai?: string;
  readonly category?: string;
  readonly box_no?: string;
  readonly to_box_no?: string;
  readonly quantity?: number;
  readonly location?: string;
  readonly off_shelf?: boolean;
  readonly cleared?: boolean;
};

const templateOf = (scan: Scanned) => {
  const { zongpai, box_no, to_box_no, quantity, location, off_shelf, cleared } = scan;
  const { lines } = words;
  if (to_box_no !== undefined) return lines.moved;
  if (zongpai && box_no !== undefined) return quantity ? lines.boxed : lines.unboxed;
  if (cleared) return lines.left;
  return off_shelf ? lines.offShelf : location === undefined ? "{goods}" : lines.shelved;
};

/** The goods, or a box by itself. */
export const goodsOrBox = ({ zongpai, box_no = "" }: Scanned) =>
  zongpai ? (
    <Code>{zongpai}</Code>
  ) : (
    <>
      {words.kinds.box} <Code>{box_no}</Code>
    </>
  );

type Labelled = ComponentType<{ kind: "box" | "shelf"; code: string }>;

/** What a scan was to do, by the fields that it has. */
export const lineOf = (
  scan: Scanned,
  template = templateOf(scan),
  goods: ComponentChildren = goodsOrBox(scan),
  Label: Labelled = ({ code }) => <Code>{code}</Code>,
) => {
  const { category, box_no = "", to_box_no = "", location = "", quantity } = scan;
  return fill(template, {
    goods: category
      ? fill(words.lines.attachment, { category: categoryName(category), goods })
      : goods,
    box: <Label kind="box" code={box_no} />,
    other: <Label kind="box" code={to_box_no} />,
    shelf: <Label kind="shelf" code={location} />,
    count: amount(quantity),
  });
};
