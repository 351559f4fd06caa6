import type { BoxItem, NumberMeaning } from "../../shared/commands.ts";
import { addMore, correctionsOf, meaningsOfNumber } from "../../shared/corrections.ts";
import { loadRefusalParser, refusalValuesOf } from "../../shared/refusal.ts";
import { mayCall } from "../../shared/rights.ts";
import { askService, lookUpLabel } from "../screens/reads.ts";
import { type RefusalAdvice, set, state } from "../state.ts";
import { quantityHeld } from "./box-contents.ts";
import { fieldsOf } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";

/** The possible meanings of a refused number, now that the box holds `held`. */
const meaningsOf = ({ entry, added }: ScanRow, held = 0): NumberMeaning[] => {
  const { quantity = 0 } = fieldsOf(entry);
  // The refused write may be recorded, so adding again might count it twice.
  const isUnsure = entry.refusal?.unsure ?? false;
  if (added !== undefined) return isUnsure ? [] : [addMore(added, held)];
  return meaningsOfNumber(quantity, held, entry.route.startsWith("post-") && !isUnsure);
};

/** Finds saves that would pass instead of a refused number, up to the cap for attachments, or finds that the box already holds it. */
const adviceOnRow = async (row: ScanRow): Promise<RefusalAdvice> => {
  const { entry } = row;
  const { zongpai, box_no, category, quantity = 0, expected } = fieldsOf(entry);
  const box = box_no === undefined ? undefined : state().lookups[box_no];
  if (!box_no || !box || box.unanswered) return {};
  const item: BoxItem = { box_no, zongpai, category };
  const held = quantityHeld(item, [], box);
  const now = held ?? 0;
  await loadRefusalParser();
  const isStale = refusalValuesOf(entry.refusal).condition === "staleExpectedQuantity";
  const stale = isStale && expected !== undefined ? { now, before: expected } : undefined;
  if (!/^(post|edit|patch)-(attachment-)?box$/.test(entry.route)) return { stale };
  const isDone = row.added === undefined || entry.refusal?.unsure;
  if (held === quantity && isDone) return { stale, there: true };
  const status = category ? await askService("get-attachment-status", { zongpai }) : undefined;
  const attachment = status?.answer?.categories.find((one) => one.category === category);
  const corrections = correctionsOf(
    item,
    meaningsOf(row, held),
    { held, headroom: attachment?.headroom },
    // The service would refuse the same request again.
    (command, possible) => possible === quantity && command.route === entry.route && !stale,
  );
  return { stale, corrections };
};

/** Finds advice for these refusals, one after the other. */
export const adviseOnRefusals = async (rows: readonly ScanRow[]): Promise<void> => {
  const keepAdvice = (id: string, advice: RefusalAdvice) =>
    set({ advice: { ...state().advice, [id]: advice } });
  const boxes = new Set(rows.map(({ entry }) => entry.refusal && fieldsOf(entry).box_no));
  await Promise.all([...boxes].map((value) => value && lookUpLabel({ kind: "box_no", value })));
  for (const row of rows) {
    const { newer, entry } = row;
    if (provedBy !== "nothing" && newer?.registered_at && mayCall("get-history")) {
      const { answer } = await askService("get-history", { zongpai: entry.goods });
      const newest = answer?.events.find(
        ({ registered_at }) => registered_at === newer.registered_at,
      );
      keepAdvice(entry.id, { newerBy: newest?.who });
    }
    if (entry.refusal) keepAdvice(entry.id, await adviceOnRow(row));
  }
};
