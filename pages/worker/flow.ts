import type { Fields, WriteId } from "#lib/page/requests.ts";
import type { ScannedField } from "#scanner/scan/read.ts";
import { may } from "../shared/may.ts";

export const modes = ["shelve", "box", "attach", "look"] as const;
export type Mode = (typeof modes)[number];
export type Category = { readonly category: string; readonly label: string };

export type Label = { readonly kind: ScannedField; readonly value: string };

/** What the worker has in hand. `off` is a place, too. */
export type Flow = {
  readonly mode: Mode;
  readonly shelf?: string;
  readonly off?: boolean;
  readonly box?: string;
  readonly goods?: string;
  readonly category?: Category;
  /** Of the number pad: empty means 1. */
  readonly digits: string;
};

/** A request that changes something, before it has its place in the queue. */
export type Command = {
  [Id in WriteId]: { readonly route: Id; readonly fields: Fields<Id> };
}[WriteId];
type Place = { readonly location: string } | { readonly off_shelf: true };

export type Step = { readonly flow: Flow; readonly commands: readonly Command[] };

/** Nothing is half scanned: the page may start again, or be left. */
export const isIdle = ({ shelf, off, box, goods }: Flow) => !shelf && !off && !box && !goods;

export const counts = ({ mode, box, goods, category }: Flow) =>
  !!(box && goods && (mode === "box" || (mode === "attach" && category)));

const those = (kinds: Readonly<Partial<Record<ScannedField, boolean>>>) =>
  (Object.keys(kinds) as ScannedField[]).filter((kind) => kinds[kind]);
/** What this key may look up; and where it may put an attachment that is in hand. */
const asksOf = () => {
  const location = may("location-overview");
  return those({
    zongpai: location || may("get-goods-status"),
    box_no: may("get-box-info"),
    location,
  });
};
const putsOf = () =>
  those({ box_no: may("post-attachment-box"), location: may("post-attachment-location") });

export const isOffered = (mode: Mode): boolean =>
  mode === "shelve"
    ? may("post-trace-location")
    : mode === "box"
      ? may("post-box")
      : (mode === "attach" ? putsOf() : asksOf()).length > 0;

/** What may be scanned next; the first is what is asked for. */
export const expects = (flow: Flow): readonly ScannedField[] => {
  const { mode, shelf, off, box, goods, category } = flow;
  if (mode === "look") return asksOf();
  if (mode === "shelve") return shelf || off ? ["zongpai", "location"] : ["location"];
  if (mode === "box") return box ? ["zongpai", "box_no"] : ["box_no"];
  return goods && category && !box ? putsOf() : ["zongpai"];
};

const begin = (mode: Mode): Flow => ({ mode, digits: "" });
const go = (flow: Flow, ...commands: Command[]): Step => ({ flow, commands });

/** Saves what is counted; the box, or the goods of the attachment, stays in hand. */
export const save = (flow: Flow, quantity: number): Step => {
  const { mode, box = "", goods = "", category } = flow;
  if (!counts(flow)) return go(flow);
  const item = { box_no: box, zongpai: goods, quantity };
  if (mode !== "attach" || !category)
    return go({ ...begin(mode), box }, { route: "post-box", fields: item });
  const fields = { ...item, category: category.category };
  return go({ ...begin(mode), goods }, { route: "post-attachment-box", fields });
};

const place = ({ category }: Flow, at: Place, zongpai: string): Command =>
  category
    ? { route: "post-attachment-location", fields: { zongpai, category: category.category, ...at } }
    : { route: "post-trace-location", fields: { zongpai, ...at } };

/** The button: shelve goods off any shelf, or put an attachment there. */
export const offShelf = (flow: Flow): Step => {
  const { mode, goods } = flow;
  return mode === "attach" && goods
    ? go({ ...begin(mode), goods }, place(flow, { off_shelf: true }, goods))
    : go({ ...begin("shelve"), off: true });
};

/** One scan further, with a label that `expects` names; `quantity` is the number on the pad. */
export const step = (flow: Flow, label: Label, quantity: number): Step => {
  const { mode, shelf, box, goods } = flow;
  const { kind, value } = label;
  if (counts(flow)) {
    const saved = save(flow, quantity);
    const next = step(saved.flow, label, 1);
    return go(next.flow, ...saved.commands, ...next.commands);
  }
  if (mode === "look") return go(flow);
  if (kind === "zongpai")
    return mode === "shelve"
      ? go(flow, place(flow, shelf ? { location: shelf } : { off_shelf: true }, value))
      : go({ ...begin(mode), box: mode === "box" ? box : undefined, goods: value });
  if (kind === "box_no")
    return mode === "attach"
      ? go({ ...flow, box: value, digits: "" })
      : go({ ...begin(mode), box: box === value ? undefined : value });
  if (mode === "attach")
    return go({ ...begin(mode), goods }, place(flow, { location: value }, goods ?? ""));
  // The shelf again ends it, another one begins.
  return go({ ...begin(mode), shelf: shelf === value ? undefined : value });
};
