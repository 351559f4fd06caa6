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
