import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";

/** What a person typed or chose, by question, in the order of the questions. It has no password. */
export type Given = Readonly<Record<string, string>>;

const Given = z.record(z.string(), z.string());

const storedIn = (file: string): Given => {
  try {
    return Given.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
};

/** The answers to the questions of a new site, kept in a file that only its owner can read, until the profile is written. */
export const openDraft = (name: string) => {
  const file = fileURLToPath(new URL(`../../.data/new-sites/${name}.json`, import.meta.url));
  let given = storedIn(file);
  let earlier: Given = {};
  const store = (next: Given) => {
    given = next;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, JSON.stringify(given), { mode: 0o600 });
  };
  return {
    file,
    given: () => given,
    /** The answer that was taken back, as a proposal. */
    earlier: (id: string): string | undefined => earlier[id],
    keep: (id: string, text: string) => store({ ...given, [id]: text }),
    /** Takes back the answer to a question, or to the last one, and all later answers. */
    reopen: (id = Object.keys(given).at(-1)) => {
      const ids = Object.keys(given);
      const kept = ids.slice(0, Math.max(0, ids.indexOf(id ?? "")));
      earlier = { ...earlier, ...given };
      store(Object.fromEntries(kept.map((at) => [at, given[at] ?? ""])));
    },
    remove: () => rmSync(file, { force: true }),
  };
};

export type Draft = ReturnType<typeof openDraft>;
