import * as prompts from "@clack/prompts";
import { foreignLabelsTaken } from "../site-check/label-notes.ts";
import { faultsIn, type SiteAnswers, siteOf } from "./answers.ts";
import { askChoice, askText, askTexts, type LabelledChoice } from "./ask.ts";
import { neighboursOf } from "./neighbours-of.ts";
import type { TextFormat } from "./pattern-of.ts";
import { formatOfLabels, type LabelKind, labelsFrom, patternFrom } from "./read-format.ts";

const labelQuestions = {
  zongpai: ["2/12 Which codes are on the labels of goods? This code is called zongpai.", "G1001"],
  boxNo: ["3/12 Which codes are on the labels of boxes, as in the ERP?", "B2001"],
  location: ["4/12 Which codes are on the labels of shelves, in each area?", "A-1"],
} as const;

const withFormat = (answers: SiteAnswers, kind: LabelKind, format: TextFormat): SiteAnswers => ({
  ...answers,
  formats: { ...answers.formats, [kind]: format },
});

/** Answers that check one format alone. Overlaps between formats are checked later. */
const withoutOtherFormats = (answers: SiteAnswers): SiteAnswers => ({
  ...answers,
  scan: { kinds: "gs1" },
});

/** Asks for a format in parts: an example, the pattern, and the sentence. */
const askPattern = async (answers: SiteAnswers, kind: LabelKind): Promise<TextFormat> => {
  const put = (change: (text: string) => Partial<TextFormat>) => (text: string, all: SiteAnswers) =>
    withFormat(all, kind, { ...all.formats[kind], ...change(text) });
  const all = await askTexts(
    [
      {
        message: "One label",
        example: labelQuestions[kind][1],
        paths: [],
        put: put((example) => ({ example })),
      },
      {
        message: "The pattern of all labels: a regular expression from ^ to $",
        example: "^BX[0-9]{1,20}$",
        paths: [`formats.${kind}`],
        put: put((text) => ({ pattern: patternFrom(text) })),
      },
      {
        message: "The sentence for a scan that does not fit, after the name of the field",
        example: "must be BX and up to 20 digits",
        paths: [`formats.${kind}`],
        put: put((accepts) => ({ accepts })),
      },
    ],
    withoutOtherFormats(answers),
  );
  return all.formats[kind];
};

const askLabels = async (answers: SiteAnswers, kind: LabelKind): Promise<string[]> => {
  const [message, example] = labelQuestions[kind];
  let labels: string[] = [];
  const read = (text: string) => {
    labels = labelsFrom(text);
    return answers;
  };
  await askText(
    {
      message: `${message}\nPaste some labels, one on each line, including the shortest and the longest.\nPress Enter twice at the end.`,
      ...{ example, isLong: true, paths: [], put: read },
    },
    answers,
  );
  return labels;
};

const showFormat = (format: TextFormat, labels: readonly string[]) => {
  const refused = neighboursOf(format).map(([text, wrong]) => `  "${text}"  ${wrong}`);
  const count = labels.length;
  prompts.log.info(
    [
      `Pattern: ${format.pattern}`,
      count > 0
        ? `It accepts your ${count === 1 ? "label" : `${count} labels`}, and codes of the same form.`
        : `It accepts ${format.example}.`,
      `For any other code a worker reads: "${format.accepts}".`,
      ...["It refuses, for example:", ...refused],
    ].join("\n"),
  );
};

const askPrefixes = (answers: SiteAnswers) =>
  askText(
    {
      message: "How do labels of goods, boxes and shelves begin?\nThe code follows this prefix.",
      ...{ example: "G: B: S:", initial: "G: B: S:", paths: ["scan.kinds"] },
      put: (text, all) => {
        const [zongpai = "", boxNo = "", location = ""] = text.split(/\s+/);
        return { ...all, scan: { kinds: { boxNo, zongpai, location } } };
      },
    },
    answers,
  );

/** Asks for labels of a kind until the person accepts their pattern. Returns the labels too. */
export const askFormat = async (answers: SiteAnswers, kind: LabelKind) => {
  let labels = await askLabels(answers, kind);
  let format = formatOfLabels(kind, labels);
  let all = answers;
  for (;;) {
    showFormat(format, labels);
    const next = withFormat(all, kind, format);
    const faults = faultsIn(next, [`formats.${kind}`]);
    for (const [, fault] of faults) prompts.log.warn(fault);
    const foreign = foreignLabelsTaken(siteOf(next)).get(kind) ?? [];
    if (foreign.length > 0)
      prompts.log.warn(`It also accepts labels of other companies: ${foreign.join(", ")}.`);
    const choices: readonly LabelledChoice<"use" | "sentence" | "labels" | "write" | "prefixes">[] =
      [
        ...(faults.length > 0
          ? ([["prefixes", "Labels begin with a prefix for each kind, such as G: B: S:"]] as const)
          : ([
              ["use", "Take it"],
              ["sentence", "Use it, with another sentence for the worker"],
            ] as const)),
        ["labels", "Paste other labels"],
        ["write", "Write the pattern myself"],
      ];
    const choice = await askChoice("Is this right?", choices);
    if (choice === "use") return { answers: next, labels };
    if (choice === "prefixes") all = await askPrefixes(all);
    if (choice === "write") {
      format = await askPattern(all, kind);
      labels = [];
    }
    if (choice === "labels") {
      labels = await askLabels(all, kind);
      format = formatOfLabels(kind, labels);
    }
    if (choice === "sentence") {
      const { accepts } = format;
      const question = {
        message: "The sentence for a scan that does not fit, after the name of the field",
        ...{ example: accepts, initial: accepts, paths: [`formats.${kind}.accepts`] },
        put: (text: string, before: SiteAnswers) =>
          withFormat(before, kind, { ...before.formats[kind], accepts: text }),
      };
      return { answers: await askText(question, next), labels };
    }
  }
};
