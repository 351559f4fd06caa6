import { isUnsettled } from "../outcome/rows.ts";
import { emptyHand, type Hand, type Label } from "../scan/hand.ts";
import type { WorkMode } from "../scan/modes.ts";
import {
  lastingBanner,
  type StackedScreen,
  set,
  state,
  topScreen,
  type WorkerState,
} from "../state.ts";
import { adviseOnDemand } from "./on-demand.ts";
import { lookUpLabel, refreshShown } from "./reads.ts";

/** Changes the state after a touch or a scan: clears the banner, and keeps the camera on. */
export const setAndClearBanner = (more: Partial<WorkerState>) => {
  const input = state().input === "camera" ? "camera" : "scanner";
  const usedAt = Date.now() - (Date.now() % 60_000);
  set({ banner: undefined, note: undefined, input, usedAt, ...more });
};

export const openScreen = (screen: StackedScreen): void =>
  setAndClearBanner({ screens: [...state().screens, screen] });

/** Goes back one screen, for the button and for the device's own "back". */
export const goBack = (): void => {
  const { input, screens } = state();
  if (input !== "scanner") set({ input: "scanner" });
  else if (topScreen()?.is !== "key")
    set({ screens: screens.slice(0, -1), banner: lastingBanner() });
};

/** Changes the hand, and puts these screens on top. */
export const showHand = (hand: Hand, ...screens: StackedScreen[]): void =>
  setAndClearBanner({ input: "scanner", hand, screens });

/** The hand that is current, or that a check will restore. */
export const handUnderCheck = () => {
  const { hand } = state();
  return hand.mode === "check" ? hand.under : hand;
};

/** Switches to a mode and its hand. A look-up is a screen on top of the hand. */
export const goToMode = (mode: WorkMode): void => {
  const before = handUnderCheck();
  if (mode === "look") showHand(state().hand, { is: "look" });
  else if (mode === before.mode) showHand(before);
  else {
    const allHands = { ...state().hands, [before.mode]: before };
    const { [mode]: next, ...hands } = allHands;
    showHand(next ?? emptyHand(mode));
    set({ hands });
    // Another scanner may have changed the data in the meantime.
    refreshShown();
  }
};

/** Opens or closes the screen of the signed-in person. An open number pad stays. */
export const openPerson = (): void =>
  topScreen()?.is === "me" ? goBack() : openScreen({ is: "me" });

export const openRefused = (): void => {
  const { hand, rows, screens } = state();
  showHand(hand, ...screens.filter(({ is }) => is !== "refused"), { is: "refused" });
  void adviseOnDemand(rows.filter(isUnsettled));
};

/** The open look-ups, which a number pad or a row may cover. */
export const lookUpScreens = () => state().screens.filter(({ is }) => is === "look");

export const openLookUp = (label: Label): void => {
  setAndClearBanner({ screens: [{ is: "look", label }] });
  void lookUpLabel(label);
};

/** Makes the device's "back" go one screen back. The page is left only after two presses. */
export const catchDeviceBack = (): void => {
  const guard = () => history.state === null && history.pushState("guard", "");
  // A browser ignores history entries from a page that was never touched.
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, guard, true);
  addEventListener("popstate", () => history.state === null && goBack());
};
