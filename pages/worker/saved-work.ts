import { keepValue, loadValue } from "../shared/device-storage.ts";
import { signedInPerson } from "../shared/people.ts";
import { emptyHandsAfterPause } from "./shift-pause.ts";
import { set, state, type WorkerState } from "./state.ts";

const savedParts = ["hand", "hands", "screens", "usedAt", "takesBack"] as const;
type SavedWork = Pick<WorkerState, (typeof savedParts)[number]>;
/** The number changes with the format: another format is not read. */
const storageName = "work 2";
let lastSaved: SavedWork = state();

/** Saves what is in hand and the number that is asked for, after each drawing: they outlive the page. */
export const saveWork = (): void => {
  const { hand, hands, screens, usedAt, takesBack } = state();
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
  });
};

/** Loads what was in hand. Another person begins with empty hands. */
export const loadWork = async (): Promise<void> => {
  const { by, ...work } =
    (await loadValue<Partial<SavedWork> & { readonly by?: string }>(storageName)) ?? {};
  if (by === undefined || by === signedInPerson()?.id) set(work);
  emptyHandsAfterPause();
  set({ loud: (await loadValue("loud")) === true });
};
