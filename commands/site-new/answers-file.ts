import { readFileSync } from "node:fs";
import * as z from "zod";
import { usageError } from "#infra/usage-error.ts";
import { apartNameFaults } from "#lib/site/apart-names.ts";
import { notAnswered, shapeFaults } from "#lib/site/check-site.ts";
import { plainSentence } from "#lib/site/plain-sentence.ts";
import type { SiteFault } from "#lib/site/rule.ts";
import { Site } from "#lib/site/schema.ts";
import { exampleAnswers, faultsIn, type SiteAnswers } from "./answers.ts";
import { exampleServer } from "./erp-questions.ts";
import { formatOfLabels, type LabelKind, LabelTexts, PatternText } from "./read-format.ts";

const FilledText = z.string().min(1, "is empty");

const LabelFormat = (kind: LabelKind) =>
  z
    .union(
      [
        z.strictObject({ labels: LabelTexts, accepts: FilledText.optional() }),
        z.strictObject({
          ...{ pattern: PatternText, accepts: FilledText, example: FilledText },
          checkDigit: z.literal(true).optional(),
        }),
      ],
      "must be { labels }, perhaps with accepts, or { pattern, accepts, example }, perhaps with checkDigit",
    )
    .transform((answer) => {
      if ("pattern" in answer) return answer;
      const format = formatOfLabels(kind, answer.labels);
      return { ...format, accepts: answer.accepts ?? format.accepts };
    });

const { location, scan, box, erp, attachment, auth, formats } = Site.shape;
const { quantity } = formats.shape;

/** The file for --answers: a person's answers as JSON. */
const AnswersFile = z.strictObject({
  formats: z.strictObject({
    zongpai: LabelFormat("zongpai"),
    boxNo: LabelFormat("boxNo"),
    location: LabelFormat("location"),
    quantity: quantity.pick({ most: true, decimals: true }),
  }),
  scan: scan.pick({ kinds: true }).extend({ boxNo: scan.shape.boxNo.optional() }),
  location: location.pick({ areas: true }).extend({ area: PatternText }),
  box: box.pick({ beyondOrdered: true, unknownBox: true }),
  erp: erp.pick({ dialect: true, connection: true, zongpais: true }).extend({
    boxes: erp.shape.boxes.omit({ columns: true, day: true }),
    file: FilledText.optional(),
  }),
  attachment: attachment.pick({ categories: true }),
  auth,
  errors: z.strictObject({ gateway: FilledText, product: FilledText, accessory: FilledText }),
});

const jsonIn = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw usageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
};

export const exampleDatabases = ["sqlite", "postgresql"] as const;
type ExampleDatabase = (typeof exampleDatabases)[number];

/** The answers of sites/plain.ts, as in a file. */
const usualAnswers = (database: ExampleDatabase): z.input<typeof AnswersFile> => {
  const { formats, scan, location, box, erp, attachment, auth, errors } = exampleAnswers;
  const { pattern, accepts, example } = formats.location;
  const { relation, boxNo, quantity } = erp.boxes;
  return {
    formats: {
      zongpai: { labels: ["G1001", "G1002", "G20417"] },
      boxNo: { labels: ["B2001", "B2002", "B31"], accepts: "must be B and 2 to 6 digits" },
      location: { pattern: pattern.source, accepts, example },
      quantity: { most: formats.quantity.most, decimals: formats.quantity.decimals },
    },
    scan: { kinds: scan.kinds },
    location: { area: location.area.source, areas: location.areas },
    box: { beyondOrdered: box.beyondOrdered, unknownBox: box.unknownBox },
    erp: {
      dialect: database,
      connection: database === "sqlite" ? false : exampleServer(database),
      boxes: { relation, boxNo, quantity },
      zongpais: erp.zongpais,
    },
    attachment: { categories: attachment.categories },
    auth,
    errors,
  };
};

/** The text of an example file, which is valid. */
export const exampleFile = (database: ExampleDatabase): string =>
  JSON.stringify(usualAnswers(database), null, 2);

/** The fault of an answer in a file, with the usual answer if there is none. */
const withUsual = ([path, fault]: SiteFault): SiteFault => {
  const usual = path
    .split(".")
    .reduce<unknown>(
      (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
      usualAnswers("postgresql"),
    );
  const isOpen = fault.startsWith(notAnswered) && usual !== undefined;
  return isOpen ? [path, `${fault}; usually ${JSON.stringify(usual)}`] : [path, fault];
};

const answersError = (file: string, faults: readonly SiteFault[]) => {
  const lines = faults.map(([path, fault]) => `  ${path || "the file"}: ${fault}`);
  return usageError([`The answers in ${file} cannot be used:`, ...lines].join("\n"));
};

/**
 * The answers in a file, and the SQLite file that it names for the check.
 * @throws UsageError that lists all faults
 */
export const readAnswers = (file: string, name: string) => {
  const json = jsonIn(file);
  const apart = [...apartNameFaults(json)];
  if (apart.length > 0) throw answersError(file, apart);
  const { data, error } = AnswersFile.safeParse(json, { error: plainSentence });
  if (!data) {
    const faults = error.issues.flatMap((issue) => shapeFaults(json, issue)).map(withUsual);
    throw answersError(file, faults);
  }
  const { file: sqlite, ...erp } = data.erp;
  const { kinds, boxNo = [] } = data.scan;
  const answers: SiteAnswers = { ...data, scan: { kinds, boxNo }, erp, name };
  const faults = faultsIn(answers);
  if (faults.length > 0) throw answersError(file, faults);
  return { answers, sqlite };
};
