import { Hindered } from "../contract/request.ts";

/** The checks that also run before a deployment. */
export const probes = ["site", "look-up", "rights"] as const;
export type Probe = (typeof probes)[number];

/** A promise with its check. `writes`: runs only if all others passed. `run` may return a remark, a text. */
export type PromiseCheck = {
  readonly name: string;
  readonly probe?: Probe;
  readonly writes?: true;
  readonly run: () => Promise<unknown>;
};

/** Thrown by a check that says nothing about the service, whatever was before. */
export class NotKnown extends Error {
  override readonly name = "NotKnown";
}

/** The outcome of a check. `why`: the broken promise, the reason why nothing is known, or a remark. */
export type CheckOutcome = {
  readonly name: string;
  readonly state: "passed" | "FAILED" | "NOT KNOWN";
  readonly why?: string;
  readonly isHindered?: boolean;
};

/** The outcome of a check in one line. */
export const outcomeLine = ({ name, state, why }: CheckOutcome): string =>
  `${state} ${name}${why ? `: ${why}` : ""}`;

/** Runs a check. `wasHindered`: something hindered it before the deployment, or may have. */
export const outcomeOf = async (
  { name, run }: PromiseCheck,
  wasHindered: boolean,
): Promise<CheckOutcome> => {
  try {
    const remark = await run();
    return { name, state: "passed", ...(typeof remark === "string" && { why: remark }) };
  } catch (error) {
    const isHindered = error instanceof Hindered;
    const isNotKnown = error instanceof NotKnown || (isHindered && wasHindered);
    const { message: why } = error as Error;
    return { name, state: isNotKnown ? "NOT KNOWN" : "FAILED", why, isHindered };
  }
};
