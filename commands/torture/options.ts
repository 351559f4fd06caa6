import type { Plant } from "./plants.ts";

/** What a run is asked for; `torture.ts` says what each is. */
export type Options = {
  readonly n: number;
  readonly faults: number;
  readonly kills: number;
  readonly engine?: string | undefined;
  readonly site: string;
  readonly seed: number;
  readonly plant?: Plant | undefined;
};
