/** A promise with its check, or with the reason why it cannot be checked on this service. */
export type PromiseCheck = { readonly name: string } & (
  | { readonly run: () => Promise<unknown> }
  | { readonly skipped: string }
);

/** Thrown by a check that cannot run, before it writes anything. */
export class CheckSkipped extends Error {}

/** The outcome of a check. `why`: the broken promise, or the reason why the check did not run. */
export type CheckOutcome = {
  readonly name: string;
  readonly state: "passed" | "FAILED" | "skipped";
  readonly why?: string;
};

/** The outcome of a check in one line. */
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
