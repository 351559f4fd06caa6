import { together } from "../shared/goods.ts";
import { may } from "../shared/may.ts";
import { type Address, addressOf } from "./address.ts";
import { askWhether, type Read, read } from "./client.ts";
import { listed, pagesOf } from "./pages.ts";
import { type Found, set, state } from "./store.ts";

/** What is found, without what it was looked for by. */
type Finding = Omit<Found, "at" | "asking">;

const goodsOf = async (zongpai: string): Promise<Finding> => {
  if (may("get-goods-status")) {
    const { answer: goods, forbidden, ...failed } = await read("get-goods-status", { zongpai });
    if (goods) set({ copyFrom: goods.erp_as_of });
    if (!forbidden) return { goods, ...failed };
  }
  const [{ answer: places, ...failed }, attachments] = await Promise.all([
    read("location-overview", { zongpai }),
    may("get-attachment-status") ? read("get-attachment-status", { zongpai }) : undefined,
  ]);
  return places ? { goods: together(places, attachments?.answer?.categories ?? []) } : failed;
};

const historyOf = async (zongpai: string): Promise<Finding> => {
  if (!may("get-history")) return {};
  const pages = await listed("history", (cursor) => read("get-history", { zongpai, cursor }));
  return pages
    ? {
        history: {
          all: pages.flatMap(({ events }) => events),
          more: pages.at(-1)?.cursor !== undefined,
        },
      }
    : {};
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
  let failed: Read<unknown> = {};
  const pages = await listed("shelf", async (cursor) => {
    const { answer, ...why } = await read("location-overview", { location, cursor });
    failed = why;
    return { answer };
  });
  if (!pages) return failed as Finding;
  const groups = pages.flatMap(({ locations }) => locations);
  return {
    shelf: {
      all: groups.flatMap(({ items }) => items),
      more: pages.at(-1)?.cursor !== undefined,
      area: groups[0]?.area,
    },
  };
};

const linesOf = async (zongpai: string): Promise<Finding> => {
  const { answer, ...failed } = await read("get-attachment-status", { zongpai });
  return { lines: answer?.categories, ...failed };
};

const finding = async ({ kind, code }: Address): Promise<Finding> => {
  if (kind === "find") return {};
  if (kind === "box") return boxOf(code);
  if (kind === "shelf") return shelfOf(code);
  if (kind === "attachments") return linesOf(code);
  const [goods, history] = await Promise.all([goodsOf(code), historyOf(code), askWhether()]);
  return { ...goods, ...history };
};

let asked: Address | undefined;

/** Asks for what was looked up last; the answer before stays until there is one. */
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

/** Looks up what the address says. */
export const followAddress = (): void => {
  const at = addressOf(location.hash);
  for (const list of ["history", "shelf"]) pagesOf.forget(list);
  set({ found: at && { at, asking: true }, copyFrom: undefined });
  void askFound();
};

export const earlier = (): Promise<void> => pagesOf.add("history", askFound);
export const moreOnShelf = (): Promise<void> => pagesOf.add("shelf", askFound);
