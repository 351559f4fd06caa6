/** A promise with the check whether it is kept, or why it cannot be checked on this service. */
export type PromiseCheck = { readonly name: string } & (
  | { readonly run: () => Promise<unknown> }
  | { readonly skipped: string }
);

/** Thrown by a check that cannot be run, before it writes anything. */
export class CheckSkipped extends Error {}

/** How a check ended; `why` names the broken promise, or says why the check was not run. */
export type CheckOutcome = {
  readonly name: string;
  readonly state: "passed" | "FAILED" | "skipped";
  readonly why?: string;
};

/** How a check ended, for people. */
export const outcomeLine = ({ name, state, why }: CheckOutcome): string =>
  `${state} ${name}${why === undefined ? "" : `: ${why}`}`;

export const outcomeOf = async (check: PromiseCheck): Promise<CheckOutcome> => {
  const { name } = check;
  if ("skipped" in check) return { name, state: "skipped", why: check.skipped };
  try {
    await check.run();
    return { name, state: "passed" };
  } catch (error) {
    const { message: why } = error as Error;
    return { name, state: error instanceof CheckSkipped ? "skipped" : "FAILED", why };
  }
};
