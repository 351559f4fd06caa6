import words from "site:words/board";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icon.tsx";
import { chooseLanguage, isSpoken, languages } from "../shared/language.ts";
import { signOut } from "./sign-in.tsx";
import { boardState, setState } from "./store.ts";

/** Changes the language. The view and an open form keep their state. */
const LanguageSelect = () => {
  const changeLanguage = async (index: number) => {
    await chooseLanguage(languages[index] ?? languages[0]);
    setState({});
  };
  return languages.length > 1 ? (
    <select
      class="btn"
      data-test="language"
      aria-label={words.language}
      onChange={({ currentTarget }) => void changeLanguage(currentTarget.selectedIndex)}
    >
      {languages.map((language) => (
        <option
          key={language.lang}
          lang={language.lang}
          value={language.lang}
          selected={isSpoken(language)}
        >
          {language.name}
        </option>
      ))}
    </select>
  ) : null;
};

const leaveEvents = ["pointerdown", "focusin"] as const;

/** Closes the menu at a touch outside it. */
const closeWhenLeft = (menu: HTMLDetailsElement | null) => {
  const onLeave = ({ target }: Event) => {
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  for (const type of leaveEvents) document.addEventListener(type, onLeave);
  return () => {
    for (const type of leaveEvents) document.removeEventListener(type, onLeave);
  };
};
/** The menu of the signed-in person: language and sign-out. */
export const PersonMenu = () => {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeWhenLeft(menu.current), []);
  const { person } = boardState();
  if (!person && languages.length === 1) return null;
  const label = person ? (person.name ?? words.signOut) : words.language;
  return (
    <details ref={menu} class="menu">
      <summary class="btn" data-test="menu" aria-label={label}>
        <Icon name={person ? "person" : "globe"} />
        <span>{label}</span>
      </summary>
      <div class="menu-list">
        <LanguageSelect />
        {person && (
          <button type="button" class="btn" data-test="sign-out" onClick={() => void signOut()}>
            {words.signOut}
          </button>
        )}
      </div>
    </details>
  );
};
