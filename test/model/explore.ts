/** States of one name are one. */
export type Model<State> = {
  readonly start: State;
  readonly nameOf: (state: State) => string;
  readonly eventsAfter: (state: State) => readonly (readonly [event: string, state: State])[];
  readonly brokenIn: (state: State) => string | undefined;
};

type Seen<State> = { readonly state: State; readonly event?: string; readonly from?: Seen<State> };

/** Goes through every order of events: the number of states, or the shortest way to one that breaks a promise. */
export const explore = <State>(
  model: Model<State>,
): { states: number } | { broken: string; after: string[] } => {
  const names = new Set([model.nameOf(model.start)]);
  const queue: Seen<State>[] = [{ state: model.start }];
  for (const from of queue)
    for (const [event, state] of model.eventsAfter(from.state)) {
      const name = model.nameOf(state);
      if (names.has(name)) continue;
      names.add(name);
      const seen: Seen<State> = { state, event, from };
      queue.push(seen);
      const broken = model.brokenIn(state);
      if (broken === undefined) continue;
      const after: string[] = [];
      for (let one: Seen<State> | undefined = seen; one?.event; one = one.from)
        after.unshift(one.event);
      return { broken, after };
    }
  return { states: names.size };
};
