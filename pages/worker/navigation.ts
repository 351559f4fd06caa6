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

/** Changes the state after a touch or a scan: the banner is cleared, and the camera stays on. */
export const setAndClearBanner = (more: Partial<WorkerState>) => {
  const input = state().input === "camera" ? "camera" : "scanner";
  const usedAt = Date.now() - (Date.now() % 60_000);
  set({ banner: undefined, note: undefined, input, usedAt, ...more });
};

export const openScreen = (screen: StackedScreen): void =>
  setAndClearBanner({ screens: [...state().screens, screen] });

/** One screen back, as the key and the device's own "back" do. */
export const goBack = (): void => {
  const { input, screens } = state();
  if (input !== "scanner") set({ input: "scanner" });
  else if (topScreen()?.is !== "key")
    set({ screens: screens.slice(0, -1), banner: lastingBanner() });
};

/** Takes or puts down what is in hand, with these screens on top. */
export const showHand = (hand: Hand, ...screens: StackedScreen[]): void =>
  setAndClearBanner({ input: "scanner", hand, screens });

/** What is in hand, also after a check. */
export const handUnderCheck = () => {
  const { hand } = state();
  return hand.mode === "check" ? hand.under : hand;
};

/** Goes to what is in hand in a mode; looking up is a screen over what is in hand. */
export const goToMode = (mode: WorkMode): void => {
  const before = handUnderCheck();
  if (mode === "look") showHand(state().hand, { is: "look" });
  else if (mode === before.mode) showHand(before);
  else {
    const allHands = { ...state().hands, [before.mode]: before };
    const { [mode]: next, ...hands } = allHands;
    showHand(next ?? emptyHand(mode));
    set({ hands });
    // Another scanner may have changed it meanwhile.
    refreshShown();
  }
};

/** Opens or closes the screen of the person who is signed in. A number that is asked for stays. */
export const openPerson = (): void =>
  topScreen()?.is === "me" ? goBack() : openScreen({ is: "me" });

export const openRefused = (): void => {
  const { hand, rows, screens } = state();
  showHand(hand, ...screens.filter(({ is }) => is !== "refused"), { is: "refused" });
  void adviseOnDemand(rows.filter(isUnsettled));
};

/** The look-ups, which a number or a row may cover. */
export const lookUpScreens = () => state().screens.filter(({ is }) => is === "look");

export const openLookUp = (label: Label): void => {
  setAndClearBanner({ screens: [{ is: "look", label }] });
  void lookUpLabel(label);
};

/** The device's "back" leads one screen back, and leaves the page only when it is pressed twice. */
export const catchDeviceBack = (): void => {
  const guard = () => history.state === null && history.pushState("guard", "");
  // A browser keeps no entry of a page that was never touched.
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, guard, true);
  addEventListener("popstate", () => history.state === null && goBack());
};
