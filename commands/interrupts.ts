/** Ctrl-C reaches npm and this process, and npm passes it on: two signals this close together, in milliseconds, are one. */
const sameSignal = 500;

/** Turns a first Ctrl-C into a wish to stop, which `controller` passes on; a second one ends the process with status 130. */
export const stopOnInterrupt = (): { readonly controller: AbortController; readonly interrupted: () => boolean } => {
  const controller = new AbortController();
  let interruptedAt: number | undefined;
  const interrupt = () => {
    interruptedAt ??= performance.now();
    if (performance.now() - interruptedAt > sameSignal) process.exit(130);
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  return { controller, interrupted: () => interruptedAt !== undefined };
};

/**
 * Ends the process at a signal in the usual way, but so that its exit is noticed: an engine is a process of its own, and ends with this
 * one only if this one has the time to end it.
 */
export const exitOnSignal = (): void => {
  for (const [signal, number] of [
    ["SIGINT", 2],
    ["SIGHUP", 1],
    ["SIGTERM", 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
};
