import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useRef } from "preact/hooks";
import { readScan } from "#scanner/scan/read-scan.ts";
import { Icon } from "../shared/icon.tsx";
import { chooseLanguage, isSpoken, languages } from "../shared/language.ts";
import { fillTemplate, formatTime } from "../shared/text.tsx";
import { addressesOfLabel, hrefOf, shownCodeOf } from "./address.ts";
import { formatAge } from "./facts.tsx";
import { signInWithKey, signOut } from "./sign-in.tsx";
import { boardState, needsKey, setState } from "./store.ts";

const { states } = words;

const lookUpLabel = (raw: string, field: HTMLInputElement) => {
  if (needsKey() || readScan(raw, settings.scan).key !== undefined) {
    // A key must not appear in an address.
    field.value = "";
    if (provedBy === "key") void signInWithKey(raw);
    return;
  }
  const [address, ...others] = addressesOfLabel(raw);
  const isClear = address && others.length === 0;
  location.hash = isClear ? hrefOf(address.kind, address.code) : hrefOf("find", raw);
};

/** The field for a label to look up, or for the key of a person who has to sign in. */
const SearchField = ({ isForKey }: { isForKey: boolean }) => {
  const field = useRef<HTMLInputElement>(null);
  const { address } = boardState();
  const label = isForKey ? words.kinds.key : words.anything;
  useEffect(() => {
    if (field.current) field.current.value = isForKey ? "" : shownCodeOf(address?.code ?? "");
  }, [address]);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") field.current?.select();
    });
  }, []);
  return (
    <search class="search">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const raw = field.current?.value.trim();
          if (field.current && raw) lookUpLabel(raw, field.current);
          field.current?.select();
        }}
      >
        <Icon name={isForKey ? "held" : "look"} />
        <input
          ref={field}
          class="field"
          type={isForKey ? "password" : "text"}
          data-test={isForKey ? "key" : "search"}
          aria-label={label}
          placeholder={label}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
      </form>
    </search>
  );
};

/** Changes the language; the view and a form that is being filled in stay. */
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

const connectionText = () => {
  const { connection, answeredAt } = boardState();
  const isOnline = connection === "online";
  if (needsKey()) return states.held;
  if (answeredAt === undefined) return isOnline ? words.asking : states[connection];
  const time = formatTime(answeredAt);
  return `${states[connection]} ${isOnline ? time : words.since.replace("{time}", time)}`;
};

export const BoardHeader = () => {
  const { connection, erpCopyFrom, person, unknownKey } = boardState();
  const isKeyNeeded = needsKey();
  const shownState = isKeyNeeded ? "held" : connection;
  return (
    <header class="row top">
      <h1>
        <a href="#all">{words.title}</a>
      </h1>
      {unknownKey && <p role="alert">{words.unknownKey}</p>}
      {person?.name && <p class="people soft">{person.name}</p>}
      {person && (
        <button
          type="button"
          class="btn people"
          data-test="sign-out"
          onClick={() => void signOut()}
        >
          {words.signOut}
        </button>
      )}
      {(!isKeyNeeded || provedBy === "key") && (
        <SearchField key={String(isKeyNeeded)} isForKey={isKeyNeeded} />
      )}
      <p class="state" data-test="state" data-state={shownState}>
        <Icon name={shownState} /> {connectionText()}
      </p>
      {erpCopyFrom !== undefined && (
        <p class="state" data-state="unanswered">
          <Icon name="unanswered" /> {fillTemplate(words.copyAge, { age: formatAge(erpCopyFrom) })}
        </p>
      )}
      <LanguageSelect />
    </header>
  );
};
