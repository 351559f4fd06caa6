import {
  type BoxItem,
  type NumberMeaning,
  saveCommand,
  sumQuantities,
  type WriteCommand,
} from "./commands.ts";
import { mayCall } from "./rights.ts";

/** A save that would pass instead of a refused one. */
export type SaveCorrection = Readonly<{
  command: WriteCommand;
  meaning: NumberMeaning;
  held?: number | undefined;
}>;

/** The meaning "add this many to what the box holds". */
export const addMore = (more: number, held: number): NumberMeaning => ({
  quantity: sumQuantities(held, more),
  added: more,
});

/** The possible meanings of a refused number. `isNew`: the person did not know that the box already holds some. */
export const meaningsOfNumber = (
  quantity: number,
  held: number,
  isNew: boolean,
): NumberMeaning[] =>
  isNew && held > 0 ? [addMore(quantity, held), { quantity }] : [{ quantity }];

/** `held`: the quantity in the box. `headroom`: the quantity that may still be boxed, if there is a limit. */
type BoxedNow = { readonly held: number | undefined; readonly headroom: number | undefined };

/** The saves that would pass for these meanings. `isAgain`: the service would refuse this command again. */
export const correctionsOf = (
  item: BoxItem,
  meanings: readonly NumberMeaning[],
  { held, headroom }: BoxedNow,
  isAgain: (command: WriteCommand, quantity: number) => boolean,
): SaveCorrection[] => {
  const now = held ?? 0;
  const most = headroom === undefined ? undefined : sumQuantities(headroom, now);
  const corrections = meanings.flatMap((meant): SaveCorrection[] => {
    const possible = Math.min(meant.quantity, most ?? meant.quantity);
    const added = meant.added === undefined ? undefined : sumQuantities(possible, -now);
    const command = saveCommand(item, possible, held);
    const isUseless = possible <= 0 || possible === now || isAgain(command, possible);
    if (isUseless || !mayCall(command.route)) return [];
    return [{ command, meaning: { quantity: possible, added }, held }];
  });
  // The cap may reduce both meanings to the same quantity.
  return corrections.filter(
    ({ meaning }, at) =>
      !corrections.slice(0, at).some((before) => before.meaning.quantity === meaning.quantity),
  );
};
