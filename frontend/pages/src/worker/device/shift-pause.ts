import { emptyHand } from "../scan/hand.ts";
import { setAndClearBanner } from "../screens/navigation.ts";
import { set, state } from "../state.ts";

/** After these milliseconds without a scan or touch, another shift may have begun. */
export const shiftPauseMs = 4 * 3_600_000;

/** Empties all hands after a long pause, because another person may scan. Unfinished work stays: a number, a move, a check. */
export const emptyHandsAfterPause = (): void => {
  const { hand, usedAt, screens } = state();
  if (usedAt === undefined || Date.now() - usedAt < shiftPauseMs) return;
  const isAsked = screens.some(({ is }) => is === "pad" || is === "move");
  if (hand.mode === "check") set({ hand: { ...hand, under: emptyHand(hand.under.mode) } });
  else if (!isAsked)
    setAndClearBanner({
      hand: emptyHand(hand.mode),
      screens: screens.filter(({ is }) => is === "key"),
    });
  set({ hands: {}, usedAt: undefined });
};

/** Empties the hands after a long pause, before the next touch or scan, and when the device wakes up. */
export const watchForPause = (): void => {
  for (const type of ["keydown", "pointerdown", "visibilitychange"])
    addEventListener(type, emptyHandsAfterPause, true);
};
