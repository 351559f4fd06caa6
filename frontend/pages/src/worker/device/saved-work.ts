import { keepValue, loadValue } from "../../shared/device-storage.ts";
import { signedInPerson } from "../../shared/people.ts";
import { set, state, type WorkerState } from "../state.ts";
import { emptyHandsAfterPause } from "./shift-pause.ts";

const savedParts = ["hand", "hands", "screens", "usedAt", "takesBack", "notKept"] as const;
type SavedWork = Pick<WorkerState, (typeof savedParts)[number]>;
/** Increase the number when the format changes. The page does not read older formats. */
const storageName = "work 2";
let lastSaved: SavedWork = state();

/** Runs after each redraw. Saves the hand and an open number pad, so that they survive the page. */
export const saveWork = (): void => {
  const { hand, hands, screens, usedAt, takesBack, notKept } = state();
  if (savedParts.every((part) => state()[part] === lastSaved[part])) return;
  lastSaved = state();
  const lasting = screens.filter(({ is }) => !/^(key|me|device|scan)$/.test(is));
  void keepValue(storageName, {
    by: signedInPerson()?.id,
    hand,
    hands,
    screens: lasting,
    usedAt,
    takesBack,
    notKept,
  });
};

/** Loads the saved hand. A different person starts with an empty hand. `personLoaded`: the signed-in person is known. */
export const loadWork = async (personLoaded: Promise<unknown>): Promise<void> => {
  const workLoaded = loadValue<Partial<SavedWork> & { readonly by?: string }>(storageName);
  const loudLoaded = loadValue("loud");
  await personLoaded;
  const { by, ...work } = (await workLoaded) ?? {};
  if (by === undefined || by === signedInPerson()?.id) set(work);
  emptyHandsAfterPause();
  set({ loud: (await loudLoaded) === true });
};
