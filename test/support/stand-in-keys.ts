import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A key of API Gateway. `inPlan`: whether it is in the stack's usage plan. */
export type Key = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly inPlan: boolean;
  readonly value?: string;
};

/** The state of the fake in `stand-in-api-gateway.ts`; `left`: the number of changes before it fails. */
export type Gateway = {
  readonly keys: readonly Key[];
  readonly calls: readonly string[];
  readonly left: number;
  readonly isDenied: boolean;
};

export const gatewayFile = (folder: string): string => join(folder, "gateway.json");

/** A key of demo's staging. */
export const key = (holder: string, id: string, more: Partial<Key> = {}): Key => ({
  ...{ id, name: `Warehouse-demo-staging-${holder}`, enabled: true, inPlan: true },
  ...more,
});

/** The keys of an account, for the fakes in a folder. */
export const standInKeys = (folder: string) => {
  const read = (): Gateway => JSON.parse(readFileSync(gatewayFile(folder), "utf8"));
  return {
    /** Sets the keys of the account, and forgets all calls. */
    are: (keys: readonly Key[], { left = 10_000, isDenied = false }: Partial<Gateway> = {}) =>
      writeFileSync(gatewayFile(folder), JSON.stringify({ keys, calls: [], left, isDenied })),
    now: () => read().keys,
    calls: () => read().calls,
  };
};
