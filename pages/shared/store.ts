export const createStore = <State extends object>(first: State) => {
  let now = first;
  let draw = () => {};
  return {
    state: (): State => now,
    /** Changes the state; the page follows once, however many changes come together. */
    set: (more: Partial<State>): void => {
      now = { ...now, ...more };
      draw();
    },
    onDraw: (run: () => void): void => {
      let asked = false;
      draw = () => {
        if (asked) return;
        asked = true;
        queueMicrotask(() => {
          asked = false;
          run();
        });
      };
      draw();
    },
  };
};
