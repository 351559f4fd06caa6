/** Holds the state of a page, and draws the page after it has changed. */
export const createStore = <State extends object>(initial: State) => {
  let current = initial;
  let draw = () => {};
  let drawNow = () => {};
  return {
    state: (): State => current,
    /** Changes the state. Changes in one task lead to one drawing. */
    set: (changes: Partial<State>): void => {
      current = { ...current, ...changes };
      draw();
    },
    /** Draws the changes of this task before its end. */
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
