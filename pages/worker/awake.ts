/** Milliseconds after the last scan, until the screen may go dark. */
const idle = 300_000;

let lock: Promise<WakeLockSentinel | undefined> | undefined;
let timer = 0;

const lost = (): undefined => {
  lock = undefined;
};

/** Keeps the screen on from a scan until a while after it, where the browser can; a page that is hidden loses that until its next scan. */
export const stayAwake = (): void => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void lock?.then((held) => held?.release()), idle);
  lock ??= navigator.wakeLock?.request("screen").then((held) => {
    held.onrelease = lost;
    return held;
  }, lost);
};
