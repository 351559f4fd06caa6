/** One promise and how to see whether it is kept, or why it cannot be seen on this service. */
export type PromiseCheck = { readonly name: string } & (
  | { readonly run: () => Promise<unknown> }
  | { readonly skipped: string }
);

/** What a check throws that finds out, before it writes anything, that it cannot be run. */
export class CheckSkipped extends Error {}

/** How a check ended; `why` says what was promised, or why it was not run. */
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
