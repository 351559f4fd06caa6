import { siteNames as firstNames, languages, type Texts, words } from "site:languages";
import * as settings from "site:settings";
import { keepValue, loadValue } from "./device-storage.ts";

export { languages };

type PageLanguage = (typeof languages)[number];
const firstLanguage = { words: structuredClone(words), siteNames: firstNames };
let spokenNames = firstNames;

const timeFormat = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const formatsIn = (lang: string) => ({
  clock: new Intl.DateTimeFormat(lang, timeFormat),
  day: new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", ...timeFormat }),
  amounts: new Intl.NumberFormat(lang, { maximumFractionDigits: 20 }),
  typedAmounts: new Intl.NumberFormat(lang, { useGrouping: false, maximumFractionDigits: 20 }),
  codes: new Intl.Collator(lang, { numeric: true }),
  list: new Intl.ListFormat(lang, { style: "narrow" }),
});

/** The formats of the current language. */
export let spokenFormats = formatsIn(document.documentElement.lang);

/** The site's name for something, such as a category, in the current language. */
export const siteNameOf = (text: string): string => spokenNames[text] ?? text;

export const categoryNameOf = (code: string): string =>
  siteNameOf(settings.categories.find(({ category }) => category === code)?.label ?? code);

/** Overwrites the texts in place, because modules hold parts of these objects. */
const replaceWords = (target: Texts, source: Texts) => {
  for (const [name, text] of Object.entries(source)) {
    const current = target[name];
    if (typeof text === "string" || typeof current !== "object")
      Object.assign(target, { [name]: text });
    else replaceWords(current, text);
  }
};

type InLanguages<Words> = Readonly<Record<string, Words>>;

const parts: (readonly [Texts, InLanguages<Texts>])[] = [];

/** The words of a part that loads on demand, in the current language. They change with it. */
export const wordsOfPart = <Words extends Texts>(inLanguages: InLanguages<Words>): Words => {
  const current = structuredClone(inLanguages[document.documentElement.lang]) as Words;
  parts.push([current, inLanguages]);
  return current;
};

/** Switches to a language if its words load. */
const speakLanguage = async ({ lang, load }: PageLanguage) => {
  const loaded = load ? await load().catch(() => undefined) : firstLanguage;
  if (!loaded) return;
  replaceWords(words, loaded.words);
  for (const [current, inLanguages] of parts) replaceWords(current, inLanguages[lang] ?? {});
  spokenNames = loaded.siteNames;
  spokenFormats = formatsIn(lang);
  document.documentElement.lang = lang;
  document.title = words.title;
};

/** Switches to a language, and stores the choice on this device. */
export const chooseLanguage = async (language: PageLanguage): Promise<void> => {
  await speakLanguage(language);
  await keepValue("language", language.lang);
};

export const isSpoken = ({ lang }: PageLanguage): boolean => lang === document.documentElement.lang;

/** The language without script and region (BCP 47). */
const primarySubtagOf = (lang: string) => lang.replace(/-.*/, "");

/** Switches to the language chosen on this device, or else the device's language, or else the site's first. */
export const speakWantedLanguage = async (): Promise<void> => {
  const chosen = await loadValue<string>("language");
  const wanted = chosen === undefined ? navigator.languages : [chosen, ...navigator.languages];
  const subtags = wanted.map(primarySubtagOf);
  const offered = subtags.flatMap((subtag) =>
    languages.filter(({ lang }) => primarySubtagOf(lang) === subtag),
  );
  const [language = languages[0]] = offered;
  if (!isSpoken(language)) await speakLanguage(language);
};
