import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutation, mutationsOf } from "./mutations.ts";

/** One mutation of one file. `id` is the same in every run on the same source. */
export type Mutant = Mutation & {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
};

const mutatedFolders = [
  "lib/{domain,store,http,gate,erp}/**/*.ts",
  "scanner/{scan,client}/**/*.ts",
  "scanner/changes.ts",
];

/** Files in which a mutant could lose or double a scan, or pass a cap: `--core` tries all of their mutants. */
export const coreFiles = [
  "scanner/client/core/",
  "lib/store/commit.ts",
  "lib/http/exactly-once.ts",
  "lib/domain/attachment-cap.ts",
];

const idOf = (file: string, source: string, { start, operator }: Mutation): string =>
  createHash("sha256")
    .update(`${file}\n${start}\n${operator}\n${source}`)
    .digest("hex")
    .slice(0, 16);

const mutantsIn = (root: string, file: string): Mutant[] => {
  const source = readFileSync(join(root, file), "utf8");
  return mutationsOf(file, source).map((mutation) => ({
    ...mutation,
    id: idOf(file, source, mutation),
    file,
    line: source.slice(0, mutation.start).split("\n").length,
    original: source.slice(mutation.start, mutation.end),
  }));
};

/** All mutants of the project's own rules, in an order that depends on the seed alone. */
export const allMutants = (root: string, seed: number): readonly Mutant[] => {
  const files = globSync(mutatedFolders, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const rankOf = ({ file, start, operator }: Mutant): string =>
    createHash("sha256").update(`${seed}\n${file}\n${start}\n${operator}`).digest("hex");
  const ranked = files
    .flatMap((file) => mutantsIn(root, file))
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }));
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return ranked.map(({ mutant }) => mutant);
};

/** A mutant that no test can notice, with the reason: `file | operator | line of the source | reason`. */
export type EquivalentMutant = Readonly<Record<"file" | "operator" | "text" | "reason", string>>;

export const readEquivalents = (path: string): readonly EquivalentMutant[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [file = "", operator = "", text = "", reason = ""] = line.split(" | ");
      return { file, operator, text, reason };
    });

/** Whether the list names this mutant, by the line of its source: lines move, their text does not. */
export const isEquivalent = (
  root: string,
  { file, operator, line }: Mutant,
  equivalents: readonly EquivalentMutant[],
): boolean => {
  const text = readFileSync(join(root, file), "utf8").split("\n")[line - 1]?.trim();
  return equivalents.some(
    (one) => one.file === file && one.operator === operator && one.text === text,
  );
};
