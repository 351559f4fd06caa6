/**
 * Calls `end` when npm, which started this process, has ended: npm passes a signal only to the shell that runs its script. Without npm
 * this does nothing.
 */
export const followNpm = (end: () => void): void => {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    end();
  }, 100).unref();
};
