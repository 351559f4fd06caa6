/**
 * A read or write between two instants, as a function from the state before to the state after; `undefined` if it cannot have met that
 * state. The state is the quantity of one item, 0 while it is absent.
 */
export type Step = {
  readonly from: number;
  readonly to: number;
  readonly take: (state: number) => number | undefined;
};

type Made = { readonly sent: number; readonly answered: number; readonly verdict: string };

/** When a write was recorded: at the known instant, or else between its first request and its first answer. */
export const spanOf = (tries: readonly Made[], at?: number): Pick<Step, "from" | "to"> => {
  const done = tries.filter(({ verdict }) => verdict === "done");
  return {
    from: at ?? Math.min(...tries.map(({ sent }) => sent)),
    to: at ?? Math.min(...done.map(({ answered }) => answered)),
  };
};

/**
 * Whether some order explains all steps. A step that ended before another began must come first (Wing and Gong's algorithm, which remembers
 * dead ends).
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
      // A read that fits here can stay here. If the other commands cannot follow now, no later place of it helps them.
      if (next === state) break;
    }
    dead.add(known);
    return false;
  };
  return rest(0, 0);
};
