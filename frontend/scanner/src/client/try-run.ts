/** Runs a function that may throw, such as a callback of the application, so that the queue continues. Returns whether it succeeded. */
export const tryRun = async (run: () => unknown): Promise<boolean> => {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
};
