import type { SiteAnswers } from "./answers.ts";
import { areaRulesOf, areasOf } from "./areas-of.ts";
import { askChoice, askText } from "./ask.ts";
import { patternFrom } from "./read-format.ts";

const withLocation = (
  answers: SiteAnswers,
  location: Partial<SiteAnswers["location"]>,
): SiteAnswers => ({
  ...answers,
  location: { ...answers.location, ...location },
});

const askAreaPattern = (answers: SiteAnswers) =>
  askText(
    {
      message: "A regular expression whose first group is the area",
      ...{ example: "^([A-Z])-", paths: ["location.area"] },
      put: (text, all) => withLocation(all, { area: patternFrom(text) }),
    },
    answers,
  );

/** Asks which part of a location is its area, and which areas to count. */
export const askAreas = async (
  answers: SiteAnswers,
  pasted: readonly string[],
): Promise<SiteAnswers> => {
  const labels = pasted.length > 0 ? pasted : [answers.formats.location.example];
  const rules = areaRulesOf(labels);
  const choice = await askChoice<string>("6/12 Which part of a shelf's code names its area?", [
    ...rules.map(
      ({ description, areas }, index) =>
        [String(index), `${description}: ${shortenAreas(areas)}`] as const,
    ),
    ["own", "another part: I write a pattern"],
  ]);
  const rule = rules[Number(choice)];
  const chosenArea = rule
    ? withLocation(answers, { area: rule.pattern })
    : await askAreaPattern(answers);
  const found = areasOf(chosenArea.location.area, labels).filter((area) => area !== "");
  return askText(
    {
      message:
        "7/12 Which areas does the warehouse have? Lists show them in this order.\nShelves in other areas are counted together. If you name no area, a request must name the one that it counts.",
      ...{ example: "A, B, C", initial: found.join(", "), isOptional: true },
      paths: ["location.areas"],
      put: (text, all) => {
        const areas = text.split(/[\s,;]+/).filter((area) => area !== "");
        return withLocation(all, { areas: areas.length > 0 && areas });
      },
    },
    chosenArea,
  );
};

const shortenAreas = (areas: readonly string[]) =>
  areas.length > 8 ? `${areas.slice(0, 8).join(", ")}, …` : areas.join(", ");
