import { hasCheckDigit } from "#labels/check-digit.ts";
import { foreignLabelsTaken } from "../site-check/label-notes.ts";
import { faultsIn, type SiteAnswers, siteOf } from "./answers.ts";
import type { Choices, Question, State } from "./interview.ts";
import { refusedNeighbours, type TextFormat } from "./label-pattern.ts";
import { formatOfLabels, type LabelKind, labelsFrom, patternFrom } from "./read-format.ts";

const withFormat = (
  answers: SiteAnswers,
  kind: LabelKind,
  format: Partial<TextFormat>,
): SiteAnswers => ({
  ...answers,
  formats: { ...answers.formats, [kind]: { ...answers.formats[kind], ...format } },
});

/** The pasted labels of a kind. */
export const pastedLabels = ({ given }: State, kind: LabelKind): string[] =>
  labelsFrom(given[`${kind}.labels`] ?? "");

const faultsOfFormat = ({ answers }: State, kind: LabelKind): string[] =>
  faultsIn(answers, [`formats.${kind}`]).map(([, fault]) => fault);

/** What the pattern of the labels takes and refuses. */
const describeFormat = (state: State, kind: LabelKind): string => {
  const { answers } = state;
  const format = answers.formats[kind];
  const count = pastedLabels(state, kind).length;
  const foreign = foreignLabelsTaken(siteOf(answers)).get(kind) ?? [];
  return [
    `Pattern: ${format.pattern}`,
    `It accepts your ${count === 1 ? "label" : `${count} labels`}, and codes of the same form.`,
    `For any other code a worker reads: "${format.accepts}".`,
    "It refuses, for example:",
    ...refusedNeighbours(format).map(([text, fault]) => `  "${text}"  ${fault}`),
    ...faultsOfFormat(state, kind),
    ...(foreign.length > 0
      ? [`It also accepts labels of other companies: ${foreign.join(", ")}.`]
      : []),
    "Is this right?",
  ].join("\n");
};

/** Whether all labels of boxes are SSCCs: 18 digits with a right check digit, with GS1's identifier 00 before them or without it. */
const areSsccs = (labels: readonly string[]): boolean =>
  labels.every((label) => /^(?:00)?[0-9]{18}$/.test(label) && hasCheckDigit(label));

const withSscc = (answers: SiteAnswers, [label = ""]: readonly string[]): SiteAnswers => ({
  ...withFormat(answers, "boxNo", {
    pattern: /^[0-9]{18}$/,
    accepts: "must be the 18 digits of an SSCC, with a right check digit",
    example: label.slice(-18),
    checkDigit: true,
  }),
  scan: { ...answers.scan, boxNo: [{ ai: "00", before: "" }] },
});

const formChoices = (state: State, kind: LabelKind): Choices => {
  const write = ["write", "Write the pattern myself"] as const;
  if (faultsOfFormat(state, kind).length > 0)
    return [["prefixes", "Labels begin with a prefix for each kind, such as G: B: S:"], write];
  const exact = formatOfLabels(kind, pastedLabels(state, kind), true);
  const isExact = String(exact.pattern) === String(state.answers.formats[kind].pattern);
  return [
    ...(kind === "boxNo" && areSsccs(pastedLabels(state, kind))
      ? ([["sscc", "SSCC: the 18 digits, also from a GS1 label with 00 before them"]] as const)
      : []),
    ["use", "Take it"],
    ...(isExact ? [] : ([["exact", `Exactly these lengths: ${exact.accepts}`]] as const)),
    ["sentence", "Take it, with another sentence for the worker"],
    write,
  ];
};

/** The questions about the labels of one kind. */
const questionsAbout = (kind: LabelKind, message: string, example: string): Question[] => {
  const form = ({ given }: State) => given[`${kind}.form`];
  return [
    {
      id: `${kind}.labels`,
      message: `${message}\nPaste some labels, one on each line, including the shortest and the longest.\nPress Enter twice at the end.`,
      ...{ example, isLong: true },
      put: (text, { answers }) => withFormat(answers, kind, formatOfLabels(kind, labelsFrom(text))),
    },
    {
      id: `${kind}.form`,
      message: (state) => describeFormat(state, kind),
      choices: (state) => formChoices(state, kind),
      put: (text, state) => {
        const labels = pastedLabels(state, kind);
        if (text === "sscc") return withSscc(state.answers, labels);
        const format = formatOfLabels(kind, labels, text === "exact");
        return withFormat(state.answers, kind, format);
      },
    },
    {
      id: `${kind}.pattern`,
      message:
        "The pattern of all labels: a regular expression from ^ to $. It must accept all labels that you pasted.",
      example: "^BX[0-9]{1,20}$",
      isAsked: (state) => form(state) === "write",
      paths: [`formats.${kind}`],
      put: (text, state) => {
        const pattern = patternFrom(text);
        const refused = pastedLabels(state, kind).filter((label) => !pattern.test(label));
        if (refused[0]) throw new Error(`refuses ${refused.length} of your labels: ${refused[0]}`);
        return withFormat(state.answers, kind, { pattern });
      },
    },
    {
      id: `${kind}.accepts`,
      message: "The sentence for a scan that does not fit, after the name of the field",
      example: "must be BX and up to 20 digits",
      proposal: (state) =>
        form(state) === "sentence" ? state.answers.formats[kind].accepts : undefined,
      isAsked: (state) => ["write", "sentence"].includes(form(state) ?? ""),
      paths: [`formats.${kind}.accepts`],
      put: (accepts, { answers }) => withFormat(answers, kind, { accepts }),
    },
    {
      id: `${kind}.prefixes`,
      message: "How do labels of goods, boxes and shelves begin?\nThe code follows this prefix.",
      example: "G: B: S:",
      proposal: () => "G: B: S:",
      isAsked: (state) => form(state) === "prefixes",
      paths: ["scan.kinds", `formats.${kind}`],
      put: (text, { answers }) => {
        const [zongpai = "", boxNo = "", location = ""] = text.split(/\s+/);
        return { ...answers, scan: { ...answers.scan, kinds: { boxNo, zongpai, location } } };
      },
    },
  ];
};

/** The questions about the labels of goods, boxes and shelves. */
export const labelQuestions: readonly Question[] = [
  ...questionsAbout(
    "zongpai",
    "Which codes are on the labels of goods? The specification calls such a code zongpai; requests can call it as you like.",
    "G1001",
  ),
  ...questionsAbout("boxNo", "Which codes are on the labels of boxes, as in the ERP?", "B2001"),
  ...questionsAbout("location", "Which codes are on the labels of shelves, in each area?", "A-1"),
];
