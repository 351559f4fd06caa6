/** Delays a function until it has not been called for the given milliseconds. */
export const debounce = (run: () => unknown, ms: number): (() => void) => {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, ms);
  };
};
