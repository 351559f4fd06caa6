import * as settings from "site:settings";
import words from "site:words/board";
import type { ComponentChildren } from "preact";
import {
  type BoxItem,
  leaveCommand,
  moveCommand,
  type PlacedItem,
  placeCommand,
  saveCommand,
  sumQuantities,
  takeOutCommand,
  type WriteCommand,
} from "../shared/commands.ts";
import { categoryNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { renderScanLine } from "../shared/scan-line.tsx";
import { CodeText, fillTemplate, formatAmount } from "../shared/text.tsx";
import { addressesOfLabel } from "./address.ts";
import type { ItemPlace } from "./facts.tsx";
import { boardState } from "./store.ts";

const { acts: actWords, actNotes, afterwards: afterWords } = words;
const { least, most, decimals } = settings.quantity;

/** The text that a person has typed into an open act. */
export type ActDraft = { readonly quantity: string; readonly code: string };

/** The effect of an act with a draft. `note`: the state after the act or, without a command, the missing input. */
type ActChoice = {
  readonly command?: WriteCommand | undefined;
  /** Commands that follow when `command` is recorded, such as for the goods of a box. */
  readonly then?: readonly WriteCommand[];
  readonly label: ComponentChildren;
  readonly note?: ComponentChildren;
};

type ActKind = "setTo" | "moveTo" | "takeOut" | "offShelf" | "left";

export type Act = {
  readonly kind: ActKind;
  /** Unique within a view. */
  readonly id: string;
  readonly word: string;
  /** The button's name for a screen reader: its word and the codes. */
  readonly name: string;
  readonly subject: ComponentChildren;
  /** The current quantity, if the act asks for a number. */
  readonly quantity?: number;
  readonly asksFor?: "box" | "shelf";
  readonly choose: (draft: ActDraft) => ActChoice;
};

const renderItem = ({ zongpai, category, box_no }: PlacedItem) =>
  renderScanLine(zongpai ? { zongpai, category } : { box_no }, "{goods}");

type Named = Pick<Act, "kind" | "id" | "word" | "name">;
const nameAct = (kind: ActKind, item: PlacedItem): Named => {
  const { zongpai, category, box_no } = item;
  const word = actWords[kind];
  const codes = [zongpai, category && categoryNameOf(category), box_no];
  const name = [word, ...codes].filter(Boolean).join(" ");
  return { kind, id: `${kind} ${zongpai} ${category} ${box_no}`, word, name };
};

/** Reads a typed quantity; `undefined` if the site does not accept it. Zero is accepted, because it takes all out. */
const readQuantity = (typed: string): number | undefined => {
  const text = typed.trim().replace(",", ".");
  const [, fraction = ""] = text.split(".");
  const number = Number(text);
  const isPossible = number === 0 || (number >= least && number <= most);
  return /^\d+(\.\d+)?$/.test(text) && fraction.length <= decimals && isPossible
    ? number
    : undefined;
};

/** The code of a typed or scanned label of this kind. */
const readCode = (kind: "box" | "shelf", typed: string): string | undefined =>
  addressesOfLabel(typed.trim()).find((address) => address.kind === kind)?.code;

const describeNumbers = (from: number, to: number) =>
  fillTemplate(actNotes.number, { least: formatAmount(from), most: formatAmount(to) });

/** Describes the total after the quantity of an item has changed; `undefined` if the total is unknown. */
export type DescribeTotal = (change: number) => ComponentChildren;

/** Describes how many are boxed, with the total if it is known. */
export const describeTotal = (
  [alone, ofTotal]: readonly [string, string],
  now: number,
  total: number | undefined,
  box_no = "",
): DescribeTotal => {
  const box = <CodeText>{box_no}</CodeText>;
  return (change) => {
    const count = formatAmount(sumQuantities(now, change));
    const template = total === undefined ? alone : ofTotal;
    return fillTemplate(template, { count, total: formatAmount(total), box });
  };
};

type BoxedItem = {
  readonly item: BoxItem;
  readonly held: number;
  readonly describe: DescribeTotal;
};

const takeOutChoice = ({ item, held, describe }: BoxedItem): ActChoice => {
  const command = takeOutCommand(item, held);
  return {
    command: mayCall(command.route) ? command : undefined,
    label: actWords.takeOut,
    note: describe(-held),
  };
};

const setToChoice = (boxed: BoxedItem, typed: string): ActChoice => {
  const { item, held, describe } = boxed;
  const quantity = readQuantity(typed);
  const template = quantity === held ? words.keep : words.setTo;
  const label = fillTemplate(template, { count: formatAmount(quantity) || typed });
  if (quantity === undefined) return { label, note: describeNumbers(least, most) };
  if (quantity === 0) return takeOutChoice(boxed);
  const command = quantity === held ? undefined : saveCommand(item, quantity, held);
  return { command, label, note: describe(sumQuantities(quantity, -held)) };
};

const moveToBoxChoice = ({ item, held }: BoxedItem, { quantity, code }: ActDraft): ActChoice => {
  const count = readQuantity(quantity);
  const other = readCode("box", code);
  const typed = code.trim();
  const values = { count: formatAmount(count), box: <CodeText>{other ?? typed}</CodeText> };
  const label = typed ? fillTemplate(actWords.moveNumber, values) : actWords.moveTo;
  if (!count || count > held) return { label, note: describeNumbers(least, held) };
  if (!typed) return { label };
  const named = { code: <CodeText>{typed}</CodeText> };
  if (other === undefined) return { label, note: fillTemplate(actNotes.noBox, named) };
  if (other === item.box_no) return { label, note: fillTemplate(actNotes.sameBox, named) };
  const note = fillTemplate(afterWords.moved, {
    other: values.box,
    count: values.count,
    box: <CodeText>{item.box_no}</CodeText>,
    left: formatAmount(sumQuantities(held, -count)),
  });
  return { command: moveCommand(item, other, count, held), label, note };
};

/** The acts on an item in a box: set its quantity, move some, take all out. */
export const boxedActs = (item: BoxItem, held: number, describeWhole?: DescribeTotal): Act[] => {
  const box = <CodeText>{item.box_no}</CodeText>;
  const ofThese = (change: number) =>
    fillTemplate(afterWords.ofThese, { box, count: formatAmount(sumQuantities(held, change)) });
  const boxed: BoxedItem = { item, held, describe: describeWhole ?? ofThese };
  const subject = fillTemplate(actWords.boxedSubject, {
    item: renderItem({ zongpai: item.zongpai, category: item.category }),
    box,
    count: formatAmount(held),
  });
  const setTo: Act = {
    ...nameAct("setTo", item),
    subject,
    quantity: held,
    choose: ({ quantity }) => setToChoice(boxed, quantity),
  };
  const moveTo: Act = {
    ...nameAct("moveTo", item),
    subject,
    quantity: held,
    asksFor: "box",
    choose: (draft) => moveToBoxChoice(boxed, draft),
  };
  const takeOut: Act = {
    ...nameAct("takeOut", item),
    subject,
    choose: () => takeOutChoice(boxed),
  };
  return [
    ...(mayCall(saveCommand(item, held, held).route) ? [setTo] : []),
    ...(mayCall("move-item") ? [moveTo] : []),
    ...(mayCall(takeOutCommand(item, held).route) ? [takeOut] : []),
  ];
};

type LeavingBox = Readonly<{
  box: Pick<PlacedItem, "box_no"> & ItemPlace;
  /** The goods in it. */
  zongpais: readonly string[];
  /** What the box lacks, by the ERP. */
  missing: number;
}>;

/** A box leaves with its goods. Without an endpoint for boxes that leave, it is put off the shelf. None if it has left, or this person may not. */
export const leaveBoxActs = ({ box, zongpais, missing }: LeavingBox): Act[] => {
  const { box_no, cleared, registered_at, off_shelf } = box;
  const placed = { box_no };
  const isOnShelf = registered_at !== undefined && !off_shelf;
  const offShelf = isOnShelf ? [placeCommand({ off_shelf: true }, placed)] : [];
  const ofBox = mayCall("clear-box") ? [leaveCommand(placed)] : offShelf;
  const ofGoods = zongpais.map((zongpai) => leaveCommand({ zongpai }));
  const [command, ...then] = [...ofBox, ...ofGoods].filter(({ route }) => mayCall(route));
  const mayLeave = zongpais.length === 0 || mayCall("clear-place");
  const named = nameAct("left", placed);
  // The goods follow the box, so the open act remains when the box has left.
  const isDone = cleared && boardState().openAct !== named.id;
  if (!box_no || isDone || !command || !mayLeave) return [];
  const item = renderItem(placed);
  const lacking = fillTemplate(actWords.leftMissing, { count: formatAmount(missing) });
  const label = missing > 0 ? lacking : actWords.left;
  const effect = zongpais.length > 0 ? afterWords.leftWith : afterWords.left;
  const note = fillTemplate(effect, { item, count: formatAmount(zongpais.length) });
  const subject = fillTemplate(actWords.subject, { item });
  const choose = () => ({ command, then, label, note });
  return [{ ...named, subject, choose }];
};

/** The acts on the place of goods, an attachment or a box. A box leaves with its goods (`leaveBoxActs`). */
export const placeActs = (placed: PlacedItem, place: ItemPlace): Act[] => {
  const { zongpai, category, box_no } = placed;
  const item = renderItem(placed);
  const contents = zongpai ? undefined : ` ${afterWords.contents}`;
  const subject = fillTemplate(actWords.subject, { item });
  const moveTo: Act = {
    ...nameAct("moveTo", placed),
    subject,
    asksFor: "shelf",
    choose: ({ code }) => {
      const location = readCode("shelf", code);
      const typed = code.trim();
      if (!typed) return { label: actWords.moveTo };
      const label = fillTemplate(words.check.moveTo, {
        shelf: <CodeText>{location ?? typed}</CodeText>,
      });
      const named = { code: <CodeText>{typed}</CodeText> };
      if (location === undefined) return { label, note: fillTemplate(actNotes.noShelf, named) };
      const shelf = <CodeText>{location}</CodeText>;
      const note = [fillTemplate(afterWords.onShelf, { item, shelf }), contents];
      return { command: placeCommand({ location }, placed), label, note };
    },
  };
  const offShelf: Act = {
    ...nameAct("offShelf", placed),
    subject,
    choose: () => ({
      command: placeCommand({ off_shelf: true }, placed),
      label: actWords.offShelf,
      note: [fillTemplate(afterWords.offShelf, { item }), contents],
    }),
  };
  const left: Act = {
    ...nameAct("left", placed),
    subject,
    choose: () => ({
      command: leaveCommand(placed),
      label: actWords.left,
      note: fillTemplate(afterWords.left, { item }),
    }),
  };
  const mayPlace = mayCall(placeCommand({ off_shelf: true }, { zongpai, category, box_no }).route);
  return [
    ...(mayPlace ? [moveTo] : []),
    ...(mayPlace && place.registered_at && !place.off_shelf ? [offShelf] : []),
    ...(zongpai && place.registered_at && mayCall("clear-place") ? [left] : []),
  ];
};
