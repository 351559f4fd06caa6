/** One promise and how to see whether it is kept, or why it cannot be seen on this service. */
export type Check = { readonly name: string } & (
  | { readonly run: () => Promise<unknown> }
  | { readonly skipped: string }
);

/** What a check throws that finds out, before it writes anything, that it cannot be run. */
export class Skip extends Error {}

/** How a check ended; `why` says what was promised, or why it was not run. */
export type Outcome = {
  readonly name: string;
  readonly state: "passed" | "FAILED" | "skipped";
  readonly why?: string;
};

/** How a check ended, for people. */
export const outcomeLine = ({ name, state, why }: Outcome): string =>
  `${state} ${name}${why === undefined ? "" : `: ${why}`}`;

export const outcomeOf = async (check: Check): Promise<Outcome> => {
  const { name } = check;
  if ("skipped" in check) return { name, state: "skipped", why: check.skipped };
  try {
    await check.run();
    return { name, state: "passed" };
  } catch (error) {
    const { message: why } = error as Error;
    return { name, state: error instanceof Skip ? "skipped" : "FAILED", why };
  }
};
