import * as prompts from "@clack/prompts";
import { exampleAnswers, type SiteAnswers } from "./answers.ts";
import { askText } from "./ask.ts";
import { askAreas } from "./ask-areas.ts";
import { askAuth } from "./ask-auth.ts";
import { askErp } from "./ask-erp.ts";
import { askFormat } from "./ask-formats.ts";
import type { AnswersWithFile } from "./look-at-erp.ts";

const askQuantity = (answers: SiteAnswers) =>
  askText(
    {
      message:
        "5/12 What is the largest quantity of one scan?\nWrite it with as many decimals as your quantities have. The number of decimals cannot change later.",
      ...{ example: "99999, or 999.99 for metres", initial: "99999", paths: ["formats.quantity"] },
      put: (text, all) => {
        const [whole, decimals = ""] = /^\d+(?:\.(\d+))?$/.exec(text) ?? [];
        if (whole === undefined) throw new Error("must be a number such as 99999 or 999.99");
        const quantity = { most: Number(text), decimals: decimals.length };
        return { ...all, formats: { ...all.formats, quantity } };
      },
    },
    answers,
  );

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

const askCategories = (answers: SiteAnswers) =>
  askText(
    {
      message:
        "8/12 Which attachments belong to goods? They are accessories, such as a manual. Name at least one.\nSeparate them by commas. CODE=Name sets the code of a category.",
      ...{ example: "Manual, CBL=Cable", paths: ["attachment.categories"] },
      put: (text, all) => ({ ...all, attachment: { categories: categoriesFrom(text) } }),
    },
    answers,
  );

const askErrors = (answers: SiteAnswers) => {
  const { gateway, product, accessory } = answers.errors;
  return askText(
    {
      message:
        "9/12 Each error has a field domain: a word for the part of the system with the error.\nType three words: for the service itself, for goods and boxes, for attachments. The proposal suits most sites.",
      example: "warehouse, warehouse, accessory",
      ...{ initial: [gateway, product, accessory].join(", "), paths: ["errors"] },
      put: (text, all) => {
        const [gateway = "", product = "", accessory = "", ...surplus] = text
          .split(",")
          .map((word) => word.trim());
        if (accessory === "" || surplus.length > 0)
          throw new Error("must be three words, joined by commas");
        return { ...all, errors: { gateway, product, accessory } };
      },
    },
    answers,
  );
};

/** Asks all questions for a site with only the specification, and first for its name if it has none. */
export const askAll = async (
  name: string | undefined,
  refuseName: (name: string) => void,
): Promise<AnswersWithFile> => {
  // Turn off the guide on the left, because the lines of a long question would break it.
  prompts.updateSettings({ withGuide: false });
  prompts.intro(
    "A new site with only the specification. Ctrl+C ends the command, and nothing is written.",
  );
  if (name !== undefined) prompts.log.info(`1/12 The site's name is ${name}.`);
  const named =
    name === undefined
      ? await askText(
          {
            message: "1/12 What is the name of the site, in files, resources and logs?",
            ...{ example: "harbour", paths: ["name"] },
            put: (text, all) => {
              refuseName(text);
              return { ...all, name: text };
            },
          },
          exampleAnswers,
        )
      : { ...exampleAnswers, name };
  const { answers: withGoods } = await askFormat(named, "zongpai");
  const { answers: withBoxes } = await askFormat(withGoods, "boxNo");
  const { answers: withShelves, labels } = await askFormat(withBoxes, "location");
  const withQuantity = await askQuantity(withShelves);
  const withAreas = await askAreas(withQuantity, labels);
  const withCategories = await askCategories(withAreas);
  const withErrors = await askErrors(withCategories);
  const withAuth = await askAuth(withErrors);
  const answersWithFile = await askErp(withAuth);
  prompts.outro("All questions are answered.");
  return answersWithFile;
};
