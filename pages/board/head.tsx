import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useRef } from "preact/hooks";
import { readScan } from "#scanner/scan/read.ts";
import { Icon } from "../shared/icon.tsx";
import { choose, isSpoken, languages } from "../shared/language.ts";
import { fill, time } from "../shared/text.tsx";
import { addressesOf, linkTo, shownCode } from "./address.ts";
import { age } from "./parts.tsx";
import { signOut, takeKey } from "./sign-in.tsx";
import { needsKey, set, state } from "./store.ts";

const { states } = words;

const look = (raw: string, field: HTMLInputElement) => {
  if (needsKey() || readScan(raw, settings.scan).key !== undefined) {
    // A key may stand in no address.
    field.value = "";
    if (provedBy === "key") void takeKey(raw);
    return;
  }
  const [only, other] = addressesOf(raw);
  location.hash = only && !other ? linkTo(only.kind, only.code) : linkTo("find", raw);
};

/** What is looked up; who has to sign in gives a key. */
const Search = ({ signIn }: { signIn: boolean }) => {
  const field = useRef<HTMLInputElement>(null);
  const { at } = state();
  const label = signIn ? words.kinds.key : words.anything;
  useEffect(() => {
    if (field.current) field.current.value = signIn ? "" : shownCode(at?.code ?? "");
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
          if (field.current && raw) look(raw, field.current);
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
const Languages = () => {
  const speak = async (at: number) => {
    await choose(languages[at] ?? languages[0]);
    set({});
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

const stateLine = () => {
  const { net, answeredAt } = state();
  if (needsKey()) return states.held;
  if (answeredAt === undefined) return net === "online" ? words.asking : states[net];
  const at = time(answeredAt);
  return `${states[net]} ${net === "online" ? at : words.since.replace("{time}", at)}`;
};

export const Head = () => {
  const { net, copyFrom, who, unknownKey } = state();
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
      {(!signIn || provedBy === "key") && <Search key={String(signIn)} signIn={signIn} />}
      <p class="state" data-test="state" data-state={is}>
        <Icon name={is} /> {stateLine()}
      </p>
      {copyFrom !== undefined && (
        <p class="state" data-state="unanswered">
          <Icon name="unanswered" /> {fill(words.copyAge, { age: age(copyFrom) })}
        </p>
      )}
      <Languages />
    </header>
  );
};
