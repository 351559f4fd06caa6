/** A mistake in how a program was started. It is printed without a stack, and the program ends with status 2. */
export const usageError = (message: string): Error =>
  Object.assign(new Error(message), { name: "UsageError" });
