import type { WriteCommand } from "../../shared/commands.ts";
import { client, trackKeeping } from "../device/client.ts";
import { lookUpScreens, setAndClearBanner } from "../screens/navigation.ts";
import { state } from "../state.ts";
import type { TakeBack } from "./rows.ts";
import { noteKept, noteTakeBacks, showNotKept } from "./send.ts";

/** Whether this browser can keep a job. Without storage, closing the page would lose all waiting scans. */
export const canKeepJob = (): boolean => state().storageRisk !== "unkept";

/** Adds the commands of a job to the queue, which stores all or none. `takesBack`: the scan that each command takes back. */
export const sendJob = async (
  commands: readonly WriteCommand[],
  takesBack: readonly TakeBack[] = [],
): Promise<void> => {
  const [first] = commands;
  if (!first) return;
  setAndClearBanner({ screens: lookUpScreens() });
  const keep = client.writeAll(commands).catch(() => undefined);
  trackKeeping(keep);
  const tickets = await keep;
  if (!tickets || "state" in tickets) return showNotKept(...commands);
  const notes = takesBack.map((one, at) => [tickets[at]?.id, one]);
  if (notes.length > 0) noteTakeBacks(Object.fromEntries(notes));
  noteKept(...commands);
};
