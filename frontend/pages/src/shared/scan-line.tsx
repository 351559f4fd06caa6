import { words } from "site:languages";
import type { ComponentChildren, ComponentType } from "preact";
import { categoryNameOf } from "./language.ts";
import { CodeText, fillTemplate, formatAmount } from "./text.tsx";

type ScanFields = {
  /** Missing for a box. */
  readonly zongpai?: string;
  readonly category?: string;
  readonly box_no?: string;
  readonly to_box_no?: string;
  readonly quantity?: number;
  readonly location?: string;
  readonly off_shelf?: boolean;
  readonly cleared?: boolean;
};

const templateOf = (scan: ScanFields) => {
  const { zongpai, box_no, to_box_no, quantity, location, off_shelf, cleared } = scan;
  const { lines } = words;
  if (to_box_no !== undefined) return lines.moved;
  if (zongpai && box_no !== undefined) return quantity ? lines.boxed : lines.unboxed;
  if (cleared) return lines.left;
  return off_shelf ? lines.offShelf : location === undefined ? "{goods}" : lines.shelved;
};

/** The goods or the box of a scan. */
export const renderGoodsOrBox = ({ zongpai, box_no = "" }: ScanFields) =>
  zongpai ? (
    <CodeText>{zongpai}</CodeText>
  ) : (
    <>
      {words.kinds.box} <CodeText>{box_no}</CodeText>
    </>
  );

type CodeComponent = ComponentType<{ kind: "box" | "shelf"; code: string }>;

/** Describes the effect of a scan from its fields. */
export const renderScanLine = (
  scan: ScanFields,
  template = templateOf(scan),
  goods: ComponentChildren = renderGoodsOrBox(scan),
  Label: CodeComponent = ({ code }) => <CodeText>{code}</CodeText>,
) => {
  const { category, box_no = "", to_box_no = "", location = "", quantity } = scan;
  const item = category
    ? fillTemplate(words.lines.attachment, { category: categoryNameOf(category), goods })
    : goods;
  return fillTemplate(template, {
    goods: item,
    box: <Label kind="box" code={box_no} />,
    other: <Label kind="box" code={to_box_no} />,
    shelf: <Label kind="shelf" code={location} />,
    count: formatAmount(quantity),
  });
};
