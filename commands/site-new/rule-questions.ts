import type { SiteAnswers } from "./answers.ts";
import { areaRulesOf, areasOf } from "./areas-of.ts";
import type { Question, State } from "./interview.ts";
import { pastedLabels } from "./label-questions.ts";
import { patternFrom } from "./read-format.ts";

export const wordsIn = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((word) => word !== "");

const withLocation = (
  answers: SiteAnswers,
  location: Partial<SiteAnswers["location"]>,
): SiteAnswers => ({ ...answers, location: { ...answers.location, ...location } });

const shortList = (areas: readonly string[]) =>
  areas.length > 8 ? `${areas.slice(0, 8).join(", ")}, …` : areas.join(", ");

const areaRules = (state: State) => areaRulesOf(pastedLabels(state, "location"));
const writesAreas = ({ given }: State) => given.area === "own";

const categoriesFrom = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [, code, label] = /^([^=]+)=(.+)$/.exec(part)?.map((match) => match.trim()) ?? [];
      const madeCode = part.toUpperCase().replace(/\s+/g, "_");
      return { code: code ?? madeCode, label: label ?? part };
    });

/** The questions about quantities, areas, attachments, and the two rules with the largest consequence. */
export const ruleQuestions: readonly Question[] = [
  {
    id: "quantity",
    message:
      "What is the largest quantity of one scan?\nWrite it with as many decimals as your quantities have. The number of decimals cannot change later.",
    example: "99999, or 999.99 for metres",
    proposal: () => "99999",
    paths: ["formats.quantity"],
    put: (text, { answers }) => {
      const [whole, decimals = ""] = /^\d+(?:\.(\d+))?$/.exec(text) ?? [];
      if (whole === undefined) throw new Error("must be a number such as 99999 or 999.99");
      const quantity = { most: Number(text), decimals: decimals.length };
      return { ...answers, formats: { ...answers.formats, quantity } };
    },
  },
  {
    id: "area",
    message:
      "Which part of a shelf's code names its area? Each area is counted by itself, all others together.",
    choices: (state) => [
      ...areaRules(state).map(
        ({ pattern, description, areas }) =>
          [pattern.source, `${description}: ${shortList(areas)}`] as const,
      ),
      ["own", "another part, or more areas: I write them"],
    ],
    put: (text, state) => {
      const rule = areaRules(state).find(({ pattern }) => pattern.source === text);
      return rule
        ? withLocation(state.answers, { area: rule.pattern, areas: [...rule.areas] })
        : state.answers;
    },
  },
  {
    id: "area.pattern",
    message: "A regular expression whose first group is the area",
    example: "^([A-Z])-",
    proposal: (state) => areaRules(state)[0]?.pattern.source ?? "",
    isAsked: writesAreas,
    paths: ["location.area"],
    put: (text, state) => {
      const area = patternFrom(text);
      const areas = areasOf(area, pastedLabels(state, "location")).filter((name) => name !== "");
      return withLocation(state.answers, { area, areas: areas.length > 0 && areas });
    },
  },
  {
    id: "areas",
    message:
      "Which areas does the warehouse have? Lists show them in this order. Leave it empty to count only the area that a request names.",
    example: "A, B, C",
    proposal: ({ answers }) => (answers.location.areas || []).join(", "),
    isOptional: true,
    isAsked: writesAreas,
    paths: ["location.areas"],
    put: (text, { answers }) => {
      const areas = wordsIn(text);
      return withLocation(answers, { areas: areas.length > 0 && areas });
    },
  },
  {
    id: "categories",
    message:
      "Which attachments belong to goods? They are accessories, such as a manual. Name at least one.\nSeparate them by commas. CODE=Name sets the code of a category.",
    example: "Manual, CBL=Cable",
    paths: ["attachment.categories"],
    put: (text, { answers }) => ({ ...answers, attachment: { categories: categoriesFrom(text) } }),
  },
  {
    id: "unknownBox",
    message: "Is a box accepted that the ERP does not know?",
    choices: () => [
      ["refuse", "No: the scan is refused, also if the box is not in the ERP yet"],
      ["accept", "Yes: goods are packed, also if the number was mistyped"],
    ],
    put: (text, { answers }) => {
      const unknownBox = text === "accept" ? "accept" : "refuse";
      return { ...answers, box: { ...answers.box, unknownBox } };
    },
  },
  {
    id: "beyondOrdered",
    message: "May more goods be packed than the ERP has as ordered?",
    choices: () => [
      ["refuse", "No: the scan is refused"],
      ["allow", "Yes: the ordered quantity is no limit, also for a mistyped quantity"],
    ],
    put: (text, { answers }) => {
      const beyondOrdered = text === "allow" ? "allow" : "refuse";
      return { ...answers, box: { ...answers.box, beyondOrdered } };
    },
  },
];
