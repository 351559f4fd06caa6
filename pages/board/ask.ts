import * as settings from "site:settings";
import type { Answer } from "#lib/page/requests.ts";
import { may } from "../shared/may.ts";
import { read } from "./client.ts";
import { askFound } from "./find.ts";
import { itemsIn, listed, pagesOf } from "./pages.ts";
import { type Counted, type Fold, set, state } from "./store.ts";

/** The goods in the groups of an overview; attachments are not counted, as `get-counts` does. */
const goodsIn = (items: Answer<"location-overview">["off_shelf"]["items"]) =>
  items.filter(({ category }) => category === undefined).length;

/** The areas on a page of the overview. Of the last there may be more, of those after it nothing is known. */
const areasIn = ({ locations, cursor }: Answer<"location-overview">): Counted[] => {
  const goods = new Map<string, number>();
  for (const { area, items } of locations) goods.set(area, (goods.get(area) ?? 0) + goodsIn(items));
  const last = [...goods.keys()].at(-1);
  const areas = [...new Set([...settings.areas, ...goods.keys()])];
  return areas.map((code) => ({
    code,
    goods:
      goods.get(code) ??
      (cursor === undefined || (last !== undefined && code < last) ? 0 : undefined),
    more: cursor !== undefined && code === last,
  }));
};

const counted = (
  code: string,
  { goods_count, more }: { readonly goods_count: number; readonly more: boolean },
): Counted => ({ code, goods: goods_count, more });

const askAreas = async (): Promise<void> => {
  if (may("get-counts") && settings.areas.length > 0) {
    const { answer, forbidden } = await read("get-counts", { area: undefined });
    if (answer) {
      const { areas, other_areas } = answer;
      const others = other_areas && counted("", other_areas);
      return set({ areas: areas.map(({ area, ...of }) => counted(area, of)), others });
    }
    if (!forbidden) return;
  }
  if (!may("location-overview")) return;
  const { answer } = await read("location-overview", { off_shelf: false });
  if (answer) set({ areas: areasIn(answer) });
};

const shelvesIn = async (area: string): Promise<Partial<Fold>> => {
  if (may("get-counts")) {
    const { answer, forbidden } = await read("get-counts", { area });
    const shelves = answer?.locations?.map(({ location, ...of }) => counted(location, of));
    if (shelves) return { shelves, more: answer?.areas[0]?.more };
    if (!forbidden) return {};
  }
  const { answer } = await read("location-overview", { area });
  if (!answer) return {};
  const shelves = answer.locations.map(({ location, items, more }) => ({
    code: location,
    goods: goodsIn(items),
    more,
  }));
  return { shelves, more: answer.cursor !== undefined };
};

const itemsOn = async (location: string): Promise<Partial<Fold>> => {
  const { answer } = await read("location-overview", { location });
  return answer
    ? { items: answer.locations.flatMap(itemsIn), more: answer.cursor !== undefined }
    : {};
};

const foldName = (kind: "area" | "shelf", code: string): string => `${kind} ${code}`;
export const foldOf = (kind: "area" | "shelf", code: string): Fold | undefined =>
  state().folds[foldName(kind, code)];

const askFold = async (name: string): Promise<void> => {
  const [, kind, code = ""] = /^(\w+) (.*)$/s.exec(name) ?? [];
  const more = await (kind === "area" ? shelvesIn(code) : itemsOn(code));
  const { folds } = state();
  set({ folds: { ...folds, [name]: { open: true, ...folds[name], ...more } } });
};

export const turn = (kind: "area" | "shelf", code: string, open: boolean): void => {
  const name = foldName(kind, code);
  const { folds } = state();
  if ((folds[name]?.open ?? false) === open) return;
  set({ folds: { ...folds, [name]: { ...folds[name], open } } });
  if (open) void askFold(name);
};

const askOff = async (): Promise<void> => {
  if (!may("location-overview")) return;
  const off = await listed(
    "off",
    (cursor) => read("location-overview", { off_shelf: true, cursor }),
    ({ off_shelf }) => itemsIn(off_shelf),
  );
  if (off) set({ off });
};

const askRefused = async (): Promise<void> => {
  if (!may("get-refusals")) return;
  const refused = await listed(
    "refused",
    (cursor) => read("get-refusals", { cursor }),
    ({ refusals }) => refusals,
  );
  if (refused) set({ refused });
};

export const more = {
  off: () => pagesOf.add("off", askOff),
  refused: () => pagesOf.add("refused", askRefused),
};

let refreshing = false;
/** Meanwhile there is another key, or a network again. */
let again = false;

/** Asks anew for everything that the page shows. */
export const refresh = async (): Promise<void> => {
  again = refreshing;
  if (refreshing || state().signIn) return;
  refreshing = true;
  const open = Object.entries(state().folds).filter(([, fold]) => fold.open);
  await Promise.all([
    askAreas(),
    askOff(),
    askRefused(),
    ...open.map(([name]) => askFold(name)),
    askFound(),
  ]);
  refreshing = false;
  if (again) await refresh();
};
