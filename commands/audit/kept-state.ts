import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { usageError } from "#infra/usage-error.ts";
import type { AuditState } from "./audit-table.ts";

/** Milliseconds between two states that are kept: of a million goods one takes a second to write. */
const often = 30_000;

export type KeptState = {
  readonly from: AuditState | undefined;
  readonly keep: (state: () => AuditState) => void;
  readonly drop: () => void;
};

/**
 * Keeps in a file how far an audit came; `of` says what it is an audit of, and no other goes on from it.
 * @throws UsageError when the file is of another audit
 */
export const keptState = (file: string, of: Readonly<Record<string, unknown>>): KeptState => {
  const name = JSON.stringify(of);
  let last = performance.now();
  const found = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { name?: string; state: AuditState })
    : undefined;
  if (found && found.name !== name)
    throw usageError(`${file} is not of this audit (${name}): name another file.`);
  return {
    from: found?.state,
    keep: (state) => {
      if (performance.now() - last < often) return;
      last = performance.now();
      // A crash while it is written leaves the one before.
      writeFileSync(`${file}.new`, JSON.stringify({ name, state: state() }));
      renameSync(`${file}.new`, file);
    },
    drop: () => rmSync(file, { force: true }),
  };
};
