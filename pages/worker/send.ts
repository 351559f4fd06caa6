import type { WriteId } from "#lib/page/requests.ts";
import type { EntryStatus } from "#scanner/client/news.ts";
import type { Outcome } from "#scanner/client/types.ts";
import { advise } from "./advise.ts";
import { refresh } from "./ask.ts";
import { client, forgetLeft, understand } from "./client.ts";
import type { Command } from "./commands.ts";
import { type Row, reduce } from "./rows.ts";
import { signal, tick } from "./signals.ts";
import { set, state, waiting } from "./store.ts";

/** Milliseconds within which an answer takes the place of "waiting". */
const soon = 600;
/** The scans whose answer is not late yet. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows and sounds one step of an entry. A late "recorded" makes no sound. */
export const report = (status: EntryStatus<WriteId>, outcome?: Outcome): void => {
  const { id } = status.entry;
  if (outcome || status.state === "withdrawn") void forgetLeft();
  const rowIn = (rows: readonly Row[]) => rows.find(({ entry }) => entry.id === id);
  const before = rowIn(state().rows);
  set({ ...reduce(state(), status, outcome), queue: client.state() });
  const row = rowIn(state().rows);
  if (!row || row.outcome === before?.outcome) return;
  if (row.outcome === "kept") {
    tick();
    const late = () => timers.delete(id) && signal("kept");
    return void timers.set(id, setTimeout(late, client.state() === "offline" ? 0 : soon));
  }
  const isSoon = timers.has(id);
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (!row.gone && (isSoon || row.outcome !== "recorded")) signal(row.outcome);
  const { band } = state();
  if (band?.is === "row" && band.id === id) void advise([row]);
  refresh(row);
};

/** Resolves when the queue has the last scan, and with it those before. */
let kept: Promise<unknown> = Promise.resolve();
export const allKept = (): Promise<unknown> => kept;

/** Gives a command to the queue, which reports what becomes of it. Resolves when it is kept, `false` when the device cannot. */
export const send = async (
  { route, fields }: Command,
  more: Pick<Row, "takesBack"> = {},
): Promise<boolean> => {
  // Where nothing is kept, one scan at a time may be lost with the page.
  const mayKeep = state().loose !== "unkept" || waiting() === 0;
  const keep = mayKeep ? client.write(route, fields).catch(() => undefined) : undefined;
  kept = Promise.all([kept, keep]);
  const ticket = await keep;
  if (ticket?.state !== "queued") {
    // The scan was not taken: the worker must stop.
    signal("refused");
    set({
      full: "zongpai" in fields ? fields.zongpai : fields.box_no,
      resultCount: state().resultCount + 1,
    });
    return false;
  }
  const rows = state().rows.map((row) => (row.entry.id === ticket.id ? { ...row, ...more } : row));
  set({ rows, full: undefined });
  return true;
};

/** Sends what would pass in the place of a refusal. */
export const correct = async (row: Row, correction: Command): Promise<void> => {
  if (await send(correction)) understand(row);
};
