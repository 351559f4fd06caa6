import { emptyHand, type Hand, type Label } from "./hand.ts";
import type { WorkMode } from "./modes.ts";
import { adviseOnDemand } from "./on-demand.ts";
import { lookUpLabel, refreshShown } from "./reads.ts";
import { isUnsettled } from "./rows.ts";
import {
  lastingBanner,
  type StackedScreen,
  set,
  state,
  topScreen,
  type WorkerState,
} from "./state.ts";

/** Nothing of what was said before holds any more; a camera that looks goes on. */
export const showCleared = (more: Partial<WorkerState>) => {
  const input = state().input === "camera" ? "camera" : "scanner";
  const usedAt = Date.now() - (Date.now() % 60_000);
  set({ banner: undefined, note: undefined, input, usedAt, ...more });
};

export const openScreen = (screen: StackedScreen): void =>
  showCleared({ screens: [...state().screens, screen] });

/** One screen back, as the key and the device's own "back" do. */
export const goBack = (): void => {
  const { input, screens } = state();
  if (input !== "scanner") set({ input: "scanner" });
  else if (topScreen()?.is !== "key")
    set({ screens: screens.slice(0, -1), banner: lastingBanner() });
};

/** Takes or puts down what is in hand, with these screens over it. */
export const showHand = (hand: Hand, ...screens: StackedScreen[]): void =>
  showCleared({ input: "scanner", hand, screens });

/** What is in hand, also after a check. */
export const handUnderCheck = () => {
  const { hand } = state();
  return hand.mode === "check" ? hand.under : hand;
};

/** A mode: to look up over what is in hand, or to what is in hand in that mode. */
export const goToMode = (mode: WorkMode): void => {
  const before = handUnderCheck();
  if (mode === "look") showHand(state().hand, { is: "look" });
  else if (mode === before.mode) showHand(before);
  else {
    const all = { ...state().hands, [before.mode]: before };
    const { [mode]: hand = emptyHand(mode), ...hands } = all;
    showHand(hand);
    set({ hands });
    // Another scanner may have changed it meanwhile.
    refreshShown();
  }
};

/** Who is signed in; a number that is asked for stays. */
export const openPerson = (): void =>
  topScreen()?.is === "me" ? goBack() : openScreen({ is: "me" });

export const openRefused = (): void => {
  const { hand, rows, screens } = state();
  showHand(hand, ...screens.filter(({ is }) => is !== "refused"), { is: "refused" });
  void adviseOnDemand(rows.filter(isUnsettled));
};

/** What is under a number or a row: what was looked up. */
export const lookUpScreens = () => state().screens.filter(({ is }) => is === "look");

export const openLookUp = (label: Label): void => {
  showCleared({ screens: [{ is: "look", label }] });
  void lookUpLabel(label);
};

/** The device's "back" leads one screen back, and leaves the page only when it is pressed twice. */
export const catchDeviceBack = (): void => {
  const guard = () => history.state === null && history.pushState("guard", "");
  // Of a page that nobody has touched a browser keeps no entry.
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, guard, true);
  addEventListener("popstate", () => history.state === null && goBack());
};
