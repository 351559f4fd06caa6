import * as settings from "site:settings";
import type { ReadId, RouteAnswer, RouteFields } from "#lib/page/requests.ts";
import { learnRightsOnce, mayCall } from "../../shared/rights.ts";
import { type ReadResult, readGoodsDetails, readResultOf } from "../../shared/service-reads.ts";
import { client } from "../device/client.ts";
import { isPlaceWrite } from "../outcome/queued-write.ts";
import type { ScanRow } from "../outcome/rows.ts";
import { emptyHand, isHandEmpty, type Label } from "../scan/hand.ts";
import { isOffered, offeredModes } from "../scan/modes.ts";
import { type CategoryChoice, type LookupAnswer, set, state, topScreen } from "../state.ts";

/** A worker waits at most this long for a read, in milliseconds. */
const readOptions = { patience: 5_000 };

export const askService = async <Id extends ReadId>(
  route: Id,
  fields: RouteFields<Id>,
): Promise<ReadResult<RouteAnswer<Id>>> => {
  const outcome = await client.ask(route, fields, readOptions);
  // The person's rights have changed, so load them again.
  if (outcome.state === "held" && outcome.forbidden && mayCall(route)) void askRights();
  return readResultOf(outcome);
};

/** Leaves a mode that this person may not use, if nothing is in hand. */
const leaveForbiddenMode = () => {
  const { hand, screens } = state();
  if (hand.mode === "check" || isOffered(hand.mode) || !isHandEmpty(hand)) return set({});
  const [mode = hand.mode] = offeredModes();
  // Keep the hand unless the mode changes: with another hand, a second reading would count as a new scan.
  if (mode === "look") set({ screens: [{ is: "look" }, ...screens] });
  else if (mode !== hand.mode) set({ hand: emptyHand(mode) });
};

/** Loads the signed-in person and their rights; `false` if the service does not know them, `undefined` without an answer. */
export const askRights = async (): Promise<boolean | undefined> => {
  const isKnown = await learnRightsOnce(() => client.ask("get-me", {}, readOptions));
  if (isKnown) leaveForbiddenMode();
  return isKnown;
};

/** Whether an attachment may be boxed, as far as the page knows. */
export const canBeBoxed = ({ headroom, configured }: CategoryChoice): boolean =>
  headroom !== 0 && configured !== false;

/** Loads the attachments of the goods in hand; offline, all attachments of the site. If only one may be boxed, it is taken in hand. */
const askChoices = async (zongpai: string): Promise<void> => {
  const { answer } = await askService("get-attachment-status", { zongpai });
  const { hand } = state();
  if (hand.mode !== "attach" || hand.zongpai !== zongpai) return;
  const [only, ...others] = answer?.categories.filter(canBeBoxed) ?? [];
  set({ choices: answer?.categories ?? settings.categories });
  if (only && others.length === 0 && !hand.category)
    set({ hand: { mode: "attach", zongpai, category: only.category } });
};

/** Loads the contents of a shelf, page by page. If a page is missing, `cursor` shows that there is more. */
export const askShelf = async (
  location: string,
): Promise<ReadResult<RouteAnswer<"location-overview">>> => {
  const first = await askService("location-overview", { location });
  let { answer } = first;
  while (answer?.cursor !== undefined) {
    const { cursor } = answer;
    const { answer: next } = await askService("location-overview", { location, cursor });
    if (!next) break;
    answer = { ...next, locations: [...answer.locations, ...next.locations] };
  }
  return { ...first, answer };
};

const askAbout = async ({ kind, value }: Label) => {
  if (kind === "zongpai") {
    const { answer: goods, ...why } = await readGoodsDetails(askService, value);
    return { goods, ...why };
  }
  if (kind === "box_no") {
    const { answer: box, ...why } = await askService("get-box-info", { box_no: value });
    // Its goods may say that it has left.
    const asksGoods = box?.off_shelf && !box.cleared && mayCall("get-box-status");
    const status = asksGoods ? await askService("get-box-status", { box_no: value }) : undefined;
    return { box, status: status?.answer, ...why };
  }
  const { answer: shelf, ...why } = await askShelf(value);
  return { shelf, ...why };
};

/** Looks up a label. The previous answer stays until the new one arrives. */
export const lookUpLabel = async ({ kind, value }: Label): Promise<void> => {
  const label = { kind, value };
  const { rows, lookups } = state();
  const keepAnswer = (one: LookupAnswer) => set({ lookups: { ...state().lookups, [value]: one } });
  const before = { known: new Set<string>(), ...lookups[value] };
  keepAnswer({ ...before, label, asking: true });
  const { unanswered, forbidden, ...answer } = await askAbout(label);
  if (state().lookups[value]?.label !== label) return;
  if (unanswered || forbidden) return keepAnswer({ ...before, label, unanswered: true });
  const answered = rows.filter(({ outcome }) => outcome !== "kept");
  keepAnswer({ ...answer, label, known: new Set(answered.map(({ entry }) => entry.id)) });
};

/**
 * Refreshes the shown data after the outcome of a scan. Every scan causes this, because a scan of goods that left a shelf does not name
 * that shelf.
 */
export const refreshAfter = (row: ScanRow): void => {
  const { hand } = state();
  const screen = topScreen();
  if (screen?.is === "look" && screen.label) void lookUpLabel(screen.label);
  // The box in hand has left, or is back.
  if (hand.mode === "box" && hand.box_no && isPlaceWrite(row.entry))
    void lookUpLabel({ kind: "box_no", value: hand.box_no });
  // Saving an attachment changes its headroom.
  if (hand.mode === "attach" && hand.zongpai === row.entry.goods && !hand.category)
    void askChoices(hand.zongpai);
};

/** Refreshes all shown data. */
export const refreshShown = (): void => {
  const { hand, screens } = state();
  if (hand.mode === "box" && hand.box_no) void lookUpLabel({ kind: "box_no", value: hand.box_no });
  if (hand.mode === "attach" && hand.zongpai) void askChoices(hand.zongpai);
  const shelf = hand.mode === "shelve" && hand.at?.location;
  if (shelf && mayCall("location-overview")) void lookUpLabel({ kind: "location", value: shelf });
  for (const one of screens) {
    if (one.is === "look" && one.label) void lookUpLabel(one.label);
    if (one.is === "pad") void lookUpLabel({ kind: "zongpai", value: one.of.zongpai });
  }
};
