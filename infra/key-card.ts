import { nameOfKey } from "#lib/gate/caller.ts";

/** The text of a key's card. No label begins with `key:`. The worker's page shows the name, which is the one in the history. */
export const keyCard = (name: string, value: string): string =>
  `key:${nameOfKey(value) ?? name}=${value}`;
