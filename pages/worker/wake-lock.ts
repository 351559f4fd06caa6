import { debounce } from "./debounce.ts";

/** Milliseconds after the last scan, until the screen may go dark. */
const idleMs = 300_000;

let wakeLock: Promise<WakeLockSentinel | undefined> | undefined;

const releaseWhenIdle = debounce(() => wakeLock?.then((held) => held?.release()), idleMs);

const forgetLock = (): undefined => {
  wakeLock = undefined;
};

/** Keeps the screen on for a while; a page that is hidden loses that until its next scan. */
export const stayAwake = (): void => {
  releaseWhenIdle();
  wakeLock ??= navigator.wakeLock?.request("screen").then((held) => {
    held.onrelease = forgetLock;
    return held;
  }, forgetLock);
};
