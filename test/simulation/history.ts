/**
 * Something that was seen or done between two instants: it takes the state that it met to the state that it left, or cannot have met
 * it (`undefined`). The state is the quantity of one item, 0 while it is absent.
 */
export type Step = {
  readonly from: number;
  readonly to: number;
  readonly take: (state: number) => number | undefined;
};

type Made = { readonly sent: number; readonly answered: number; readonly verdict: string };

/** When a write was recorded: at the instant that is known, otherwise between its first request and its first answer. */
export const spanOf = (tries: readonly Made[], at?: number): Pick<Step, "from" | "to"> => {
  const done = tries.filter(({ verdict }) => verdict === "done");
  return {
    from: at ?? Math.min(...tries.map(({ sent }) => sent)),
    to: at ?? Math.min(...done.map(({ answered }) => answered)),
  };
};

/**
 * Whether some order of the steps explains all of them, in which none comes before another that was over when it began (Wing and
 * Gong's check, with a memory of what led nowhere).
 */
export const linearises = (steps: readonly Step[]): boolean => {
  const sorted = steps.toSorted((one, other) => one.from - other.from);
  const done = new Set<number>();
  const dead = new Set<string>();
  const rest = (begin: number, state: number): boolean => {
    let first = begin;
    while (done.has(first)) first += 1;
    if (first === sorted.length) return true;
    const known = `${first} ${state} ${[...done].filter((at) => at > first).sort((one, other) => one - other)}`;
    if (dead.has(known)) return false;
    let end = Number.POSITIVE_INFINITY;
    for (let at = first; at < sorted.length; at += 1) {
      const step = sorted[at] as Step;
      if (step.from > end) break;
      if (done.has(at)) continue;
      end = Math.min(end, step.to);
      const next = step.take(state);
      if (next === undefined) continue;
      done.add(at);
      if (rest(first, next)) return true;
      done.delete(at);
      // A read that fits here can be placed here: if the other commands cannot follow now, no later place helps them.
      if (next === state) break;
    }
    dead.add(known);
    return false;
  };
  return rest(0, 0);
};
