import { keepValue, loadValue } from "../shared/device-storage.ts";
import { signedInPerson } from "../shared/people.ts";
import { set, state, type WorkerState } from "./state.ts";
import { emptyHandsAfterPause, goBack } from "./take.ts";

const savedParts = ["hand", "hands", "screens", "usedAt", "takesBack"] as const;
type SavedWork = Pick<WorkerState, (typeof savedParts)[number]>;
/** Of an earlier shape nothing is read. */
const storageName = "work 2";
let lastSaved: SavedWork = state();

/** After each drawing: what is in hand, and the number that is asked for, outlive the page. */
export const saveWork = (): void => {
  const { hand, hands, screens, usedAt, takesBack } = state();
  if (savedParts.every((part) => state()[part] === lastSaved[part])) return;
  lastSaved = state();
  const lasting = screens.filter(({ is }) => !/^(key|me|device)$/.test(is));
  void keepValue(storageName, {
    by: signedInPerson()?.id,
    hand,
    hands,
    screens: lasting,
    usedAt,
    takesBack,
  });
};

/** Another person begins with empty hands. */
export const loadWork = async (): Promise<void> => {
  const { by, ...work } =
    (await loadValue<Partial<SavedWork> & { readonly by?: string }>(storageName)) ?? {};
  if (by === undefined || by === signedInPerson()?.id) set(work);
  emptyHandsAfterPause();
  set({ loud: (await loadValue("loud")) === true });
};

/** Empties the hands before the first touch or scan after a long pause, and when the device is switched on again. */
export const watchForPause = (): void => {
  for (const type of ["keydown", "pointerdown", "visibilitychange"])
    addEventListener(type, emptyHandsAfterPause, true);
};

/** The device's "back" leads one screen back, and leaves the page only when it is pressed twice. */
export const catchDeviceBack = (): void => {
  const guard = () => history.state === null && history.pushState("guard", "");
  // Of a page that nobody has touched a browser keeps no entry.
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, guard, true);
  addEventListener("popstate", () => history.state === null && goBack());
};

let workerRegistration: ServiceWorkerRegistration | undefined;

/** Starts the page again with the new version, which reads the same queue. */
export const startNewVersion = (): void => {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  workerRegistration?.waiting?.postMessage("renew");
};

/** Keeps the page for when there is no network, and reports when a new version waits. Not over http. */
export const registerServiceWorker = async (): Promise<void> => {
  workerRegistration = await navigator.serviceWorker?.register("sw.js");
  // The first version is not a new one.
  const look = () =>
    set({ update: !!workerRegistration?.waiting && navigator.serviceWorker.controller !== null });
  look();
  workerRegistration?.addEventListener("updatefound", () =>
    workerRegistration?.installing?.addEventListener("statechange", look),
  );
};
