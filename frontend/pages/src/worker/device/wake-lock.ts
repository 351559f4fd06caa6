import { debounce } from "../scan/debounce.ts";

/** Milliseconds after the last scan until the screen may turn off. */
const idleMs = 300_000;

let wakeLock: Promise<WakeLockSentinel | undefined> | undefined;

const releaseWhenIdle = debounce(() => wakeLock?.then((held) => held?.release()), idleMs);

const forgetLock = (): undefined => {
  wakeLock = undefined;
};

/** Keeps the screen on for a while. If the page is hidden, the lock ends until the next scan. */
export const stayAwake = (): void => {
  releaseWhenIdle();
  wakeLock ??= navigator.wakeLock?.request("screen").then((held) => {
    held.onrelease = forgetLock;
    return held;
  }, forgetLock);
};
