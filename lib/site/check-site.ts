import * as z from "zod";
import { anyOf } from "./ask.ts";
import { mayBe } from "./may-be.ts";
import { pointAt } from "./open-points.ts";
import type { Fault } from "./rule.ts";
import { rules } from "./rules.ts";
import { Site } from "./schema.ts";
import { soundPart } from "./sound-part.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
/** A fault of one answer by itself; `asked` is false for an answer to no question. */
type ShapeFault = { readonly at: Path; readonly asked: boolean; readonly fault: string };

const dotted = (path: Path) => z.core.toDotPath([...path]);

const answered = (site: unknown, path: Path): boolean =>
  path.reduce<unknown>(
    (part, name) => (part as Record<PropertyKey, unknown> | undefined)?.[name],
    site,
  ) !== undefined;

/** The parts of the form that a path leads to: one for each shape of an answer that has such a part. */
const partsAt = (type: z.ZodType, path: Path): z.ZodType[] => {
  const [name, ...rest] = path;
  if (name === undefined) return [type];
  if (type instanceof z.ZodObject)
    return name in type.shape ? partsAt(type.shape[name as string] as z.ZodType, rest) : [];
  if (type instanceof z.ZodArray) return partsAt(type.element as z.ZodType, rest);
  if (type instanceof z.ZodRecord) return partsAt(type.valueType as z.ZodType, rest);
  return type instanceof z.ZodUnion
    ? type.options.flatMap((option) => partsAt(option as z.ZodType, path))
    : [];
};

const within = ({ path }: Issue) => path.length > 0;
const withinOrAdded = (issue: Issue) => within(issue) || issue.code === "unrecognized_keys";

/** If an answer fits none of several shapes: its faults against the shape that it was probably meant to have. */
const meant = (issue: Issue): readonly Issue[] | undefined =>
  issue.code === "invalid_union"
    ? (issue.errors.find((issues) => issues.every(within)) ??
      issue.errors.find((issues) => issues.every(withinOrAdded)))
    : undefined;

const shapesOf = (part: z.ZodType): z.ZodType[] =>
  part instanceof z.ZodUnion ? (part.options as z.ZodType[]) : [part];

/** What one of several parts may be: a word, or any shape of theirs. */
const inWords = (parts: readonly z.ZodType[]): string => {
  const [only] = parts;
  if (only && parts.length === 1) return mayBe(only);
  return parts.every((part) => part instanceof z.ZodLiteral)
    ? anyOf(parts.map(mayBe))
    : mayBe(z.union(parts.flatMap(shapesOf)));
};

/** A fault in our own words: what zod says of it is for programmers. */
const shapeFaults = (site: unknown, issue: Issue, above: Path = []): ShapeFault[] => {
  const at = [...above, ...issue.path];
  const inner = meant(issue);
  if (inner && inner.length > 0) return inner.flatMap((issue) => shapeFaults(site, issue, at));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      at: [...at, key],
      asked: false,
      fault: "is not asked; is it misspelt?",
    }));
  const { section, question } = pointAt(at) ?? {};
  const fault = answered(site, at) ? `must be ${inWords(partsAt(Site, at))}` : "is not answered";
  return [
    {
      at,
      asked: true,
      fault: question === undefined ? fault : `${fault} (${section}: ${question})`,
    },
  ];
};

/** What a rule says of the answers that have no fault of their own; nothing if it needs another one. */
const ruleFaults = (site: unknown, faults: readonly ShapeFault[]): Fault[] => {
  const sound = faults.reduce<unknown>(
    (part, { at, asked }) => soundPart(part, at, asked),
    site,
  ) as Site;
  return rules.flatMap((rule) => {
    try {
      return rule(sound);
    } catch {
      return [];
    }
  });
};

/** Every fault of a profile: those of single answers, and those of the rules between the others. */
export const faultsOf = (site: unknown): Fault[] => {
  const result = Site.safeParse(site);
  if (result.success) return rules.flatMap((rule) => rule(result.data));
  const faults = result.error.issues.flatMap((issue) => shapeFaults(site, issue));
  return [
    ...faults.map(({ at, fault }) => ({ path: dotted(at), fault })),
    ...ruleFaults(site, faults),
  ];
};

/** @throws Error that lists every fault of the profile, one in a line */
export const checkSite = (site: Site): void => {
  const faults = faultsOf(site);
  if (faults.length === 0) return;
  const lines = faults.map(({ path, fault }) => `  ${path}: ${fault}`);
  throw new Error(`The site profile "${site?.name}" cannot be used:\n${lines.join("\n")}`);
};
