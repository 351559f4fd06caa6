import { own as first, languages, type Texts, words } from "site:languages";
import * as settings from "site:settings";
import { keepValue, loadValue } from "./device-storage.ts";

export { languages };

type PageLanguage = (typeof languages)[number];
const firstLanguage = { words: structuredClone(words), own: first };
let spokenNames = first;

const timeFormat = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const formatsIn = (lang: string) => ({
  clock: new Intl.DateTimeFormat(lang, timeFormat),
  day: new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", ...timeFormat }),
  amounts: new Intl.NumberFormat(lang, { useGrouping: false, maximumFractionDigits: 20 }),
  list: new Intl.ListFormat(lang, { style: "narrow" }),
});
/** Of the language that is spoken. */
export let spokenFormats = formatsIn(document.documentElement.lang);

/** What something of the site is called in the language that is spoken, such as a category. */
export const siteNameOf = (text: string): string => spokenNames[text] ?? text;

export const categoryNameOf = (code: string): string =>
  siteNameOf(settings.categories.find(({ category }) => category === code)?.label ?? code);

/** The objects stay the same: whoever has taken a part of the words says the new ones. */
const replaceWords = (into: Texts, from: Texts) => {
  for (const [name, text] of Object.entries(from)) {
    const old = into[name];
    if (typeof text === "string" || typeof old !== "object") Object.assign(into, { [name]: text });
    else replaceWords(old, text);
  }
};

/** Speaks a language from now on, if its words can be loaded. */
const speakLanguage = async ({ lang, load }: PageLanguage) => {
  const said = load ? await load().catch(() => undefined) : firstLanguage;
  if (!said) return;
  replaceWords(words, said.words);
  spokenNames = said.own;
  spokenFormats = formatsIn(lang);
  document.documentElement.lang = lang;
  document.title = words.title;
};

/** The same, on this device until another is chosen. */
export const chooseLanguage = async (language: PageLanguage): Promise<void> => {
  await speakLanguage(language);
  await keepValue("language", language.lang);
};

export const isSpoken = ({ lang }: PageLanguage): boolean => lang === document.documentElement.lang;

const primarySubtagOf = (lang: string) => lang.replace(/-.*/, "");

/** Speaks what somebody has chosen on this device, otherwise the device's language, otherwise the site's first. */
export const speakWantedLanguage = async (): Promise<void> => {
  const wanted = [(await loadValue<string>("language")) ?? [], ...navigator.languages]
    .flat()
    .map(primarySubtagOf);
  const found = wanted.flatMap((one) =>
    languages.filter(({ lang }) => primarySubtagOf(lang) === one),
  );
  const [spoken = languages[0]] = found;
  if (!isSpoken(spoken)) await speakLanguage(spoken);
};
