/** Runs what may fail, such as a callback of the application: the queue goes on. Returns whether it went well. */
export const tryRun = async (run: () => unknown): Promise<boolean> => {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
};
