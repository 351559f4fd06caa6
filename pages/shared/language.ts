import { own as first, languages, type Texts, words } from "site:languages";
import * as settings from "site:settings";
import { keep, load } from "./device.ts";

export { languages };

type Language = (typeof languages)[number];
const firstly = { words: structuredClone(words), own: first };
let own = first;

const minutes = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const formatsIn = (lang: string) => ({
  clock: new Intl.DateTimeFormat(lang, minutes),
  day: new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", ...minutes }),
  amounts: new Intl.NumberFormat(lang, { useGrouping: false, maximumFractionDigits: 20 }),
  list: new Intl.ListFormat(lang, { style: "narrow" }),
});
/** Of the language that is spoken. */
export let formats = formatsIn(document.documentElement.lang);

/** What something of the site is called in the language that is spoken, such as a category. */
export const called = (text: string): string => own[text] ?? text;

export const categoryName = (code: string): string =>
  called(settings.categories.find(({ category }) => category === code)?.label ?? code);

/** The objects stay the same: whoever has taken a part of the words says the new ones. */
const put = (into: Texts, from: Texts) => {
  for (const [name, text] of Object.entries(from)) {
    const old = into[name];
    if (typeof text === "string" || typeof old !== "object") Object.assign(into, { [name]: text });
    else put(old, text);
  }
};

/** Speaks a language from now on, if its words can be loaded. */
const speak = async ({ lang, load }: Language) => {
  const said = load ? await load().catch(() => undefined) : firstly;
  if (!said) return;
  put(words, said.words);
  own = said.own;
  formats = formatsIn(lang);
  document.documentElement.lang = lang;
  document.title = words.title;
};

/** The same, on this device until another is chosen. */
export const choose = async (language: Language): Promise<void> => {
  await speak(language);
  await keep("language", language.lang);
};

export const isSpoken = ({ lang }: Language): boolean => lang === document.documentElement.lang;

const base = (lang: string) => lang.replace(/-.*/, "");

/** Speaks what somebody has chosen on this device, otherwise the device's language, otherwise the site's first. */
export const loadLanguage = async (): Promise<void> => {
  const wanted = [(await load<string>("language")) ?? [], ...navigator.languages].flat().map(base);
  const found = wanted.flatMap((one) => languages.filter(({ lang }) => base(lang) === one));
  const [spoken = languages[0]] = found;
  if (!isSpoken(spoken)) await speak(spoken);
};
