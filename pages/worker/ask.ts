import * as settings from "site:settings";
import type { ReadId, RouteAnswer, RouteFields } from "#lib/page/requests.ts";
import { refusalValuesOf } from "../shared/refusal.ts";
import { learnRightsOnce, mayCall } from "../shared/rights.ts";
import { type ReadResult, readGoodsDetails, readResultOf } from "../shared/service-reads.ts";
import { client } from "./client.ts";
import {
  type BoxItem,
  fieldsOf,
  type NumberMeaning,
  quantityHeld,
  type ScanRow,
  saveCommand,
  sumQuantities,
} from "./rows.ts";
import {
  type CategoryChoice,
  emptyHand,
  isHandEmpty,
  isOffered,
  type Label,
  type LookupAnswer,
  type RefusalAdvice,
  type SaveCorrection,
  set,
  state,
  topScreen,
  workModes,
} from "./state.ts";

/** Milliseconds that a worker waits for a read. */
const readOptions = { patience: 5_000 };

export const askService = async <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadResult<RouteAnswer<Id>>> => {
  const outcome = await client.ask(route, fields, readOptions);
  // What this person may call has changed.
  if (outcome.state === "held" && outcome.forbidden && mayCall(route)) void askRights();
  return readResultOf(outcome);
};

/** Leaves a mode that is not for this person, if nothing is in hand. */
const leaveForbiddenMode = () => {
  const { hand, screens } = state();
  if (hand.mode === "check" || isOffered(hand.mode) || !isHandEmpty(hand)) return set({});
  const mode = workModes.find(isOffered) ?? hand.mode;
  // Another hand would make a new scan of a second reading.
  if (mode === "look") set({ screens: [{ is: "look" }, ...screens] });
  else if (mode !== hand.mode) set({ hand: emptyHand(mode) });
};

/** Asks who this is and what they may call; `false` if the service does not know them, `undefined` if nobody answered. */
export const askRights = async (): Promise<boolean | undefined> => {
  const isKnown = await learnRightsOnce(() => client.ask("get-me", {}, readOptions));
  if (isKnown) leaveForbiddenMode();
  return isKnown;
};

/** Whether it may be boxed, as far as anybody knows. */
export const canBeBoxed = ({ headroom, configured }: CategoryChoice): boolean =>
  headroom !== 0 && configured !== false;

/** The attachments of the goods in hand; offline all of the site. If one alone may be boxed, that is taken. */
const askChoices = async (zongpai: string): Promise<void> => {
  const { answer } = await askService("get-attachment-status", { zongpai });
  const { hand } = state();
  if (hand.mode !== "attach" || hand.zongpai !== zongpai) return;
  const [only, ...others] = answer?.categories.filter(canBeBoxed) ?? [];
  set({ choices: answer?.categories ?? settings.categories });
  if (only && others.length === 0 && !hand.category)
    set({ hand: { mode: "attach", zongpai, category: only.category } });
};

const askAbout = async ({ kind, value }: Label) => {
  if (kind === "zongpai") {
    const { answer: goods, ...why } = await readGoodsDetails(askService, value);
    return { goods, ...why };
  }
  if (kind === "box_no") {
    const { answer: box, ...why } = await askService("get-box-info", { box_no: value });
    return { box, ...why };
  }
  const { answer: shelf, ...why } = await askService("location-overview", { location: value });
  return { shelf, ...why };
};

/** Asks about a label. Until somebody answers, what was found before stays. */
export const lookUpLabel = async ({ kind, value }: Label): Promise<void> => {
  const label = { kind, value };
  const { rows, found } = state();
  const put = (one: LookupAnswer) => set({ found: { ...state().found, [value]: one } });
  const before = { known: new Set<string>(), ...found[value] };
  put({ ...before, label, asking: true });
  const { unanswered: silent, forbidden, ...answer } = await askAbout(label);
  if (state().found[value]?.label !== label) return;
  if (silent || forbidden) return put({ ...before, label, silent: true });
  const ended = rows.filter(({ outcome }) => outcome !== "kept");
  put({ ...answer, label, known: new Set(ended.map(({ entry }) => entry.id)) });
};

/** Asks again what is shown, after a scan that has ended: a shelf that was looked up is in no scan of what left it. */
export const refreshAfter = (row: ScanRow): void => {
  const { hand } = state();
  const shown = topScreen();
  if (shown?.is === "look" && shown.label) void lookUpLabel(shown.label);
  // After a save of an attachment its headroom is another one.
  if (hand.mode === "attach" && hand.zongpai === row.entry.goods && !hand.category)
    void askChoices(hand.zongpai);
};

/** Asks what is shown. */
export const refreshShown = (): void => {
  const { hand, screens } = state();
  if (hand.mode === "box" && hand.box_no) void lookUpLabel({ kind: "box_no", value: hand.box_no });
  if (hand.mode === "attach" && hand.zongpai) void askChoices(hand.zongpai);
  for (const one of screens) {
    if (one.is === "look" && one.label) void lookUpLabel(one.label);
    if (one.is === "pad") void lookUpLabel({ kind: "zongpai", value: one.of.zongpai });
  }
};

/** What the worker may have meant by a refused number, now that the box holds `held`. */
const meaningsOf = ({ entry, added }: ScanRow, held = 0): NumberMeaning[] => {
  const { quantity = 0 } = fieldsOf(entry);
  const adding = (more: number) => ({ quantity: sumQuantities(held, more), added: more });
  // It may have been recorded already: adding it again would count it twice.
  const isUnsure = entry.refusal?.unsure;
  if (added !== undefined) return isUnsure ? [] : [adding(added)];
  // The page did not know that the box held some.
  const isNew = entry.route.startsWith("post-") && held > 0 && !isUnsure;
  return isNew ? [adding(quantity), { quantity }] : [{ quantity }];
};

/** Saves that would pass instead of a refused number, or that the box holds it already; for attachments at most what the cap allows. */
const adviceOnRow = async (row: ScanRow): Promise<RefusalAdvice> => {
  const { entry } = row;
  const { zongpai, box_no, category, quantity = 0, expected } = fieldsOf(entry);
  const box = box_no === undefined ? undefined : state().found[box_no];
  if (!box_no || !box || box.silent) return {};
  const item: BoxItem = { box_no, zongpai, category };
  const held = quantityHeld(item, [], box);
  const now = held ?? 0;
  const isStale = refusalValuesOf(entry.refusal).condition === "staleExpectedQuantity";
  const stale = isStale && expected !== undefined ? { now, before: expected } : undefined;
  if (!/^(post|edit|patch)-(attachment-)?box$/.test(entry.route)) return { stale };
  const isDone = row.added === undefined || entry.refusal?.unsure;
  if (held === quantity && isDone) return { stale, there: true };
  const status = category ? await askService("get-attachment-status", { zongpai }) : undefined;
  const line = status?.answer?.categories.find((one) => one.category === category);
  const most = line?.headroom === undefined ? undefined : sumQuantities(line.headroom, now);
  const corrections = meaningsOf(row, held).flatMap((meant): SaveCorrection[] => {
    const possible = Math.min(meant.quantity, most ?? meant.quantity);
    const added = meant.added === undefined ? undefined : sumQuantities(possible, -now);
    const command = saveCommand(item, possible, held);
    // The same request would be refused again.
    const isAgain = possible === quantity && command.route === entry.route && !stale;
    return possible <= 0 || possible === now || isAgain || !mayCall(command.route)
      ? []
      : [{ command, meaning: { quantity: possible, added }, held }];
  });
  // The cap may reduce both meanings to the same number.
  const different = corrections.filter(
    ({ meaning }, at) =>
      !corrections.slice(0, at).some((before) => before.meaning.quantity === meaning.quantity),
  );
  return { stale, corrections: different };
};

/** Looks for what would pass in the place of these refusals, one after the other. */
export const adviseOnRefusals = async (rows: readonly ScanRow[]): Promise<void> => {
  const put = (id: string, advice: RefusalAdvice) =>
    set({ advice: { ...state().advice, [id]: advice } });
  const boxes = new Set(rows.map(({ entry }) => entry.refusal && fieldsOf(entry).box_no));
  await Promise.all([...boxes].map((value) => value && lookUpLabel({ kind: "box_no", value })));
  for (const row of rows) {
    const { newer, entry } = row;
    if (provedBy !== "nothing" && newer?.registered_at && mayCall("get-history")) {
      const { answer } = await askService("get-history", { zongpai: entry.goods });
      const is = answer?.events.find(({ registered_at }) => registered_at === newer.registered_at);
      put(entry.id, { who: is?.who });
    }
    if (entry.refusal) put(entry.id, await adviceOnRow(row));
  }
};
