/** Holds the state of a page, and draws the page after it has changed. */
export const createStore = <State extends object>(initial: State) => {
  let current = initial;
  let draw = () => {};
  return {
    state: (): State => current,
    /** Changes the state. Changes in one task lead to one drawing. */
    set: (changes: Partial<State>): void => {
      current = { ...current, ...changes };
      draw();
    },
    onDraw: (run: () => void): void => {
      let isScheduled = false;
      draw = () => {
        if (isScheduled) return;
        isScheduled = true;
        queueMicrotask(() => {
          isScheduled = false;
          run();
        });
      };
      draw();
    },
  };
};
