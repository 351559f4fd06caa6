/** A mistake in how the stage was started: `start.ts` tells it without a stack, and ends with status 2. */
export const usageError = (message: string): Error => Object.assign(new Error(message), { name: "UsageError" });
