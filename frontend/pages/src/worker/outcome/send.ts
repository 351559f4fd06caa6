import type { WriteCommand } from "../../shared/commands.ts";
import { client, trackKeeping } from "../device/client.ts";
import { signalOutcome } from "../device/signals.ts";
import { set, state, type WorkerState, waitingCount } from "../state.ts";
import type { TakeBack } from "./rows.ts";

/** The take-backs whose rows are still in the list. */
const listedTakeBacks = ({ rows, takesBack }: WorkerState): WorkerState["takesBack"] =>
  Object.fromEntries(
    Object.entries(takesBack).filter(([id]) => rows.some(({ entry }) => entry.id === id)),
  );

export const noteTakeBacks = (takesBack: WorkerState["takesBack"]): void =>
  set({ takesBack: { ...listedTakeBacks(state()), ...takesBack } });

/** The intent of a command: the scan that it takes back, or the number that it adds to the box. */
type CommandIntent = { readonly takesBack?: TakeBack; readonly added?: number | undefined };

const lossesBut = (commands: readonly WriteCommand[]) => {
  const codes = commands.map(({ fields }) =>
    "zongpai" in fields ? fields.zongpai : fields.box_no,
  );
  return { codes, others: state().notKept.filter((code) => !codes.includes(code)) };
};

/** Reports that the device did not store these scans. The worker must stop. */
export const showNotKept = (...commands: readonly WriteCommand[]): void => {
  const { codes, others } = lossesBut(commands);
  signalOutcome("refused");
  set({
    notKept: [...others, ...new Set(codes)],
    isFull: true,
    banner: { is: "lost" },
    bannerCount: state().bannerCount + 1,
  });
};

/** Reports that the device has stored these scans. They may be lost ones, scanned again. */
export const noteKept = (...commands: readonly WriteCommand[]): void =>
  set({ notKept: lossesBut(commands).others, isFull: false });

/**
 * Adds a command to the queue. Resolves when it is stored; `false` if the device cannot store it.
 */
export const sendCommand = async (
  command: WriteCommand,
  { takesBack, added }: CommandIntent = {},
): Promise<boolean> => {
  const { route, fields } = command;
  // Without storage, allow only one waiting scan, because closing the page would lose it.
  const mayKeep = state().storageRisk !== "unkept" || waitingCount() === 0;
  const keep = mayKeep ? client.write(route, fields).catch(() => undefined) : undefined;
  trackKeeping(keep);
  const ticket = await keep;
  if (ticket?.state !== "queued") {
    showNotKept(command);
    return false;
  }
  if (takesBack) noteTakeBacks({ [ticket.id]: takesBack });
  const rows = state().rows.map((row) => (row.entry.id === ticket.id ? { ...row, added } : row));
  set({ rows });
  noteKept(command);
  return true;
};
