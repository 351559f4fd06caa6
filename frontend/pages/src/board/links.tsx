import words from "site:words/board";
import { categoryNameOf } from "../shared/language.ts";
import { CodeText } from "../shared/text.tsx";
import { type AddressKind, hrefOf } from "./address.ts";
import type { PlacedItem } from "./store.ts";

export const CodeLink = ({ kind, code }: { kind: AddressKind; code: string }) => (
  <a href={hrefOf(kind, code)}>
    <CodeText>{code}</CodeText>
  </a>
);

export type ItemKey = Pick<PlacedItem, "zongpai" | "box_no" | "category">;

/** A link to goods, to one of their attachments, or to a box. */
export const ItemLink = ({ item }: { item: ItemKey }) => {
  const { zongpai, box_no = "", category } = item;
  return (
    <>
      {!zongpai && `${words.kinds.box} `}
      <CodeLink kind={zongpai ? "goods" : "box"} code={zongpai ?? box_no} />{" "}
      {category !== undefined && <span class="soft">{categoryNameOf(category)} </span>}
    </>
  );
};

/** A unique key for an item in a list. */
export const itemKeyOf = ({ zongpai, box_no, category }: ItemKey): string =>
  `${zongpai} ${box_no} ${category}`;
