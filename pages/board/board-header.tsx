import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useRef } from "preact/hooks";
import { readScan } from "#scanner/scan/read-scan.ts";
import { Icon } from "../shared/icon.tsx";
import { chooseLanguage, isSpoken, languages } from "../shared/language.ts";
import { fillTemplate, formatTime } from "../shared/text.tsx";
import { addressesOfLabel, hrefOf, shownCodeOf } from "./address.ts";
import { formatAge } from "./parts.tsx";
import { signInWithKey, signOut } from "./sign-in.tsx";
import { boardState, needsKey, setState } from "./store.ts";

const { states } = words;

const lookUpLabel = (raw: string, field: HTMLInputElement) => {
  if (needsKey() || readScan(raw, settings.scan).key !== undefined) {
    // A key may stand in no address.
    field.value = "";
    if (provedBy === "key") void signInWithKey(raw);
    return;
  }
  const [only, other] = addressesOfLabel(raw);
  location.hash = only && !other ? hrefOf(only.kind, only.code) : hrefOf("find", raw);
};

/** What is looked up; who has to sign in gives a key. */
const SearchField = ({ signIn }: { signIn: boolean }) => {
  const field = useRef<HTMLInputElement>(null);
  const { at } = boardState();
  const label = signIn ? words.kinds.key : words.anything;
  useEffect(() => {
    if (field.current) field.current.value = signIn ? "" : shownCodeOf(at?.code ?? "");
  }, [at]);
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
        <Icon name={signIn ? "held" : "look"} />
        <input
          ref={field}
          class="field"
          type={signIn ? "password" : "text"}
          data-test={signIn ? "key" : "search"}
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

/** Another language: what is shown, and a form that is being filled in, stay. */
const LanguageSelect = () => {
  const speak = async (at: number) => {
    await chooseLanguage(languages[at] ?? languages[0]);
    setState({});
  };
  return languages.length > 1 ? (
    <select
      class="btn"
      data-test="language"
      aria-label={words.language}
      onChange={({ currentTarget }) => void speak(currentTarget.selectedIndex)}
    >
      {languages.map((one) => (
        <option key={one.lang} lang={one.lang} value={one.lang} selected={isSpoken(one)}>
          {one.name}
        </option>
      ))}
    </select>
  ) : null;
};

const connectionText = () => {
  const { net, answeredAt } = boardState();
  if (needsKey()) return states.held;
  if (answeredAt === undefined) return net === "online" ? words.asking : states[net];
  const at = formatTime(answeredAt);
  return `${states[net]} ${net === "online" ? at : words.since.replace("{time}", at)}`;
};

export const BoardHeader = () => {
  const { net, copyFrom, who, unknownKey } = boardState();
  const signIn = needsKey();
  const is = signIn ? "held" : net;
  return (
    <header class="row top">
      <h1>
        <a href="#all">{words.title}</a>
      </h1>
      {unknownKey && <p role="alert">{words.unknownKey}</p>}
      {who?.name && <p class="people soft">{who.name}</p>}
      {who && (
        <button
          type="button"
          class="btn people"
          data-test="sign-out"
          onClick={() => void signOut()}
        >
          {words.signOut}
        </button>
      )}
      {(!signIn || provedBy === "key") && <SearchField key={String(signIn)} signIn={signIn} />}
      <p class="state" data-test="state" data-state={is}>
        <Icon name={is} /> {connectionText()}
      </p>
      {copyFrom !== undefined && (
        <p class="state" data-state="unanswered">
          <Icon name="unanswered" /> {fillTemplate(words.copyAge, { age: formatAge(copyFrom) })}
        </p>
      )}
      <LanguageSelect />
    </header>
  );
};
