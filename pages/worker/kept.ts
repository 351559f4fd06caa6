import { keep, load } from "../shared/device.ts";
import { present } from "../shared/people.ts";
import { type State, set, state } from "./store.ts";
import { back, emptyAfterPause } from "./take.ts";

const parts = ["hand", "hands", "screens", "usedAt", "takesBack"] as const;
type Work = Pick<State, (typeof parts)[number]>;
/** Of an earlier shape nothing is read. */
const name = "work 2";
let kept: Work = state();

/** After each drawing: what is in hand, and the number that is asked for, outlive the page. */
export const keepHand = (): void => {
  const { hand, hands, screens, usedAt, takesBack } = state();
  if (parts.every((part) => state()[part] === kept[part])) return;
  kept = state();
  const lasting = screens.filter(({ is }) => !/^(key|me|device)$/.test(is));
  void keep(name, { by: present()?.id, hand, hands, screens: lasting, usedAt, takesBack });
};

/** Another person begins with empty hands. */
export const loadHand = async (): Promise<void> => {
  const { by, ...work } = (await load<Partial<Work> & { readonly by?: string }>(name)) ?? {};
  if (by === undefined || by === present()?.id) set(work);
  emptyAfterPause();
  set({ loud: (await load("loud")) === true });
};

/** Empties the hands before the first touch or scan after a long pause, and when the device is switched on again. */
export const guardPause = (): void => {
  for (const type of ["keydown", "pointerdown", "visibilitychange"])
    addEventListener(type, emptyAfterPause, true);
};

/** The device's "back" leads one screen back, and leaves the page only when it is pressed twice. */
export const guardBack = (): void => {
  const guard = () => history.state === null && history.pushState("guard", "");
  // Of a page that nobody has touched a browser keeps no entry.
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, guard, true);
  addEventListener("popstate", () => history.state === null && back());
};

let registration: ServiceWorkerRegistration | undefined;

/** Starts the page again with the new version, which reads the same queue. */
export const renew = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  registration?.waiting?.postMessage("renew");
};

/** Keeps the page for when there is no network, and reports when a new version waits. Not over http. */
export const keepPage = async (): Promise<void> => {
  registration = await navigator.serviceWorker?.register("sw.js");
  // The first version is not a new one.
  const look = () =>
    set({ update: !!registration?.waiting && navigator.serviceWorker.controller !== null });
  look();
  registration?.addEventListener("updatefound", () =>
    registration?.installing?.addEventListener("statechange", look),
  );
};
