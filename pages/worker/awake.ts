/** Milliseconds after the last scan, until the screen may go dark. */
const idle = 300_000;

let held: Promise<WakeLockSentinel | undefined> | undefined;
let timer: number;

const rest = async () => {
  const lock = await held;
  held = undefined;
  await lock?.release();
};

/** Keeps the screen on from a scan until a while after it, where the browser can; a page that is hidden loses that until its next scan. */
export const stayAwake = (): void => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void rest(), idle);
  held ??= navigator.wakeLock
    ?.request("screen")
    .then((lock) => {
      lock.addEventListener("release", () => {
        held = undefined;
      });
      return lock;
    })
    .catch(() => {
      held = undefined;
      return undefined;
    });
};
