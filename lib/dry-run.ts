import { AsyncLocalStorage } from "node:async_hooks";

const walking = new AsyncLocalStorage<true>();

/**
 * Runs `walk`, whatever it calls and whatever it leaves behind, as a dry run: `lib/store/client.ts` then sends no command. It follows
 * the calls and not the clock, so a request that arrives meanwhile is a real one.
 */
export const dryRun = <Result>(walk: () => Result): Result => walking.run(true, walk);

export const inDryRun = (): boolean => walking.getStore() === true;
