import words from "site:words/board";
import { choose, isSpoken, languages } from "../shared/language.ts";
import { set } from "./store.ts";

/** Another language: what is shown, and a form that is being filled in, stay. */
export const Languages = () => {
  const speak = (lang: string) => {
    const [next] = languages.filter((one) => one.lang === lang);
    if (next) void choose(next).then(() => set({}));
  };
  return languages.length > 1 ? (
    <select
      class="btn"
      data-test="language"
      aria-label={words.language}
      onChange={({ currentTarget }) => speak(currentTarget.value)}
    >
      {languages.map((one) => (
        <option key={one.lang} lang={one.lang} value={one.lang} selected={isSpoken(one)}>
          {one.name}
        </option>
      ))}
    </select>
  ) : null;
};
