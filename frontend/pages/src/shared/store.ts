/** Holds the state of a page, and redraws the page after each change. */
export const createStore = <State extends object>(initial: State) => {
  let current = initial;
  let draw = () => {};
  let drawNow = () => {};
  return {
    state: (): State => current,
    /** Changes the state. All changes in one task cause a single redraw. */
    set: (changes: Partial<State>): void => {
      current = { ...current, ...changes };
      draw();
    },
    /** Redraws now instead of at the end of this task. */
    drawNow: (): void => drawNow(),
    onDraw: (run: () => void): void => {
      let isScheduled = false;
      drawNow = () => {
        if (!isScheduled) return;
        isScheduled = false;
        run();
      };
      draw = () => {
        if (isScheduled) return;
        isScheduled = true;
        queueMicrotask(drawNow);
      };
      draw();
    },
  };
};
