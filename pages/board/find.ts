import words from "site:words/board";
import { compared } from "../shared/check.ts";
import { readCheck } from "../shared/check-code.ts";
import { together } from "../shared/goods.ts";
import { may } from "../shared/may.ts";
import { type Read, readGoods } from "../shared/read.ts";
import { type Address, addressOf } from "./address.ts";
import { askWhether, read } from "./client.ts";
import { itemsIn, listed, pagesOf } from "./pages.ts";
import { type Checked, type Found, set, state } from "./store.ts";

type Finding = Omit<Found, "at" | "asking">;

const goodsOf = async (zongpai: string): Promise<Finding> => {
  const { answer: goods, ...failed } = await readGoods(read, zongpai);
  if (goods) set({ copyFrom: goods.erp_as_of });
  return { goods, ...failed };
};

const historyOf = async (zongpai: string): Promise<Finding> => {
  if (!may("get-history")) return {};
  const history = await listed(
    "history",
    (cursor) => read("get-history", { zongpai, cursor }),
    ({ events }) => events,
  );
  return history ? { history } : {};
};

const boxOf = async (box_no: string): Promise<Finding> => {
  const [{ answer: box, ...failed }, status] = await Promise.all([
    read("get-box-info", { box_no }),
    may("get-box-status") ? read("get-box-status", { box_no }) : undefined,
  ]);
  if (box) set({ copyFrom: box.erp_as_of });
  return { box, lacking: status?.answer, ...failed };
};

const shelfOf = async (location: string): Promise<Finding> => {
  let failed: Omit<Read<unknown>, "answer"> = {};
  let area: string | undefined;
  const list = await listed(
    "shelf",
    async (cursor) => {
      const { answer, ...why } = await read("location-overview", { location, cursor });
      failed = why;
      area ??= answer?.locations[0]?.area;
      return { answer };
    },
    ({ locations }) => locations.flatMap(itemsIn),
  );
  return list ? { shelf: { ...list, area } } : failed;
};

const checkOf = async (code: string): Promise<Finding> => {
  const check = readCheck(code);
  if (!check) return {};
  const { location, goods } = check;
  const recorded: Checked["recorded"][number][] = [];
  let cursor: string | undefined;
  do {
    const { answer, ...failed } = await read("location-overview", { location, cursor });
    if (!answer) return failed;
    recorded.push(...answer.locations.flatMap(({ items }) => items));
    ({ cursor } = answer);
  } while (cursor !== undefined);
  const places: Checked["places"] = new Map(
    await Promise.all(
      compared(recorded, goods).elsewhere.map(async (zongpai) => {
        const { answer } = await read("location-overview", { zongpai });
        return [zongpai, answer ? together(answer, []) : {}] as const;
      }),
    ),
  );
  return { check: { ...check, recorded, places } };
};

const linesOf = async (zongpai: string): Promise<Finding> => {
  const { answer, ...failed } = await read("get-attachment-status", { zongpai });
  return { lines: answer?.categories, ...failed };
};

const finding = async ({ kind, code }: Address): Promise<Finding> => {
  if (kind === "find") return {};
  if (kind === "box") return boxOf(code);
  if (kind === "shelf") return shelfOf(code);
  if (kind === "check") return checkOf(code);
  if (kind === "attachments") return linesOf(code);
  const [goods, history] = await Promise.all([goodsOf(code), historyOf(code), askWhether()]);
  return { ...goods, ...history };
};

let asked: Address | undefined;

/** Asks anew for what was looked up last. */
export const askFound = async (): Promise<void> => {
  const { found, signIn } = state();
  if (!found || signIn || asked === found.at) return;
  const { at } = found;
  asked = at;
  const next = await finding(at);
  if (asked === at) asked = undefined;
  // Meanwhile something else may have been looked up.
  const before = state().found;
  if (before?.at !== at) return;
  if (next.silent && !before.asking) return;
  set({ found: { history: before.history, ...next, at } });
};

let followed: string | undefined;

/** Shows what the address says; a form that was changed and not saved is asked for first. */
export const followAddress = (): void => {
  const { hash } = location;
  if (hash === followed) return;
  if (state().unsaved && !confirm(words.leave)) {
    location.hash = followed ?? "";
    return;
  }
  followed = hash;
  const at = addressOf(hash);
  for (const list of ["history", "shelf"]) pagesOf.forget(list);
  set({ found: at && { at, asking: true }, copyFrom: undefined });
  void askFound();
};

export const earlier = (): Promise<void> => pagesOf.add("history", askFound);
export const moreOnShelf = (): Promise<void> => pagesOf.add("shelf", askFound);
