/** Runs a function once its caller has been quiet for so many milliseconds. */
export const debounce = (run: () => unknown, ms: number): (() => void) => {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, ms);
  };
};
