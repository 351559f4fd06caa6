import type { Fields, WriteId } from "#lib/page/requests.ts";
import type { ScannedField } from "#scanner/scan/read.ts";
import { may } from "../shared/may.ts";

export const modes = ["shelve", "box", "attach", "look"] as const;
export type Mode = (typeof modes)[number];
export type Category = { readonly category: string; readonly label: string };

/** A label that was read, with what it is. */
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

/** A number is asked for. */
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

/** Whether this key may do anything in a mode. */
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

/** Saves what is counted; the box, or the goods of the attachment, stays in hand. */
export const save = (flow: Flow, quantity: number): Step => {
  const { mode, box = "", goods = "", category } = flow;
  if (!counts(flow)) return { flow, commands: [] };
  if (mode === "attach" && category) {
    const fields = { box_no: box, zongpai: goods, category: category.category, quantity };
    return {
      flow: { ...begin(mode), goods },
      commands: [{ route: "post-attachment-box", fields }],
    };
  }
  return {
    flow: { ...begin(mode), box },
    commands: [{ route: "post-box", fields: { box_no: box, zongpai: goods, quantity } }],
  };
};

/** Puts an attachment, or the goods, at a place. */
const place = (flow: Flow, at: Place, zongpai: string): Command =>
  flow.category
    ? {
        route: "post-attachment-location",
        fields: { zongpai, category: flow.category.category, ...at },
      }
    : { route: "post-trace-location", fields: { zongpai, ...at } };

/** The button: shelve goods off any shelf, or put an attachment there. */
export const offShelf = (flow: Flow): Step => {
  const { mode, goods } = flow;
  if (mode === "attach" && goods)
    return { flow: { ...begin(mode), goods }, commands: [place(flow, { off_shelf: true }, goods)] };
  return { flow: { ...begin("shelve"), off: true }, commands: [] };
};

/** One scan further. Whoever calls it has made sure that the label is one that `expects` names; `quantity` is what stands on the pad. */
export const step = (flow: Flow, { kind, value }: Label, quantity: number): Step => {
  const { mode } = flow;
  if (counts(flow)) {
    // The next scan means what stands there.
    const saved = save(flow, quantity);
    const next = step(saved.flow, { kind, value }, 1);
    return { flow: next.flow, commands: [...saved.commands, ...next.commands] };
  }
  if (mode === "look") return { flow, commands: [] };
  if (kind === "zongpai") {
    if (mode !== "shelve")
      return {
        flow: { ...begin(mode), box: mode === "box" ? flow.box : undefined, goods: value },
        commands: [],
      };
    return {
      flow,
      commands: [place(flow, flow.shelf ? { location: flow.shelf } : { off_shelf: true }, value)],
    };
  }
  if (kind === "box_no") {
    if (mode === "attach") return { flow: { ...flow, box: value, digits: "" }, commands: [] };
    return { flow: { ...begin(mode), box: flow.box === value ? undefined : value }, commands: [] };
  }
  if (mode === "attach")
    return {
      flow: { ...begin(mode), goods: flow.goods },
      commands: [place(flow, { location: value }, flow.goods ?? "")],
    };
  // The shelf again ends it, another one begins.
  return {
    flow: { ...begin(mode), shelf: flow.shelf === value ? undefined : value },
    commands: [],
  };
};
