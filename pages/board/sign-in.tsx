import words from "site:words/board";
import { useEffect, useRef } from "preact/hooks";
import { keepKey, readKey, useKey } from "../shared/key.ts";
import { forgetWhatMay } from "../shared/may.ts";
import { refresh } from "./ask.ts";
import { read, renewed } from "./client.ts";
import { set, state } from "./store.ts";

const { key: say } = words;

/** Takes a printed key; one that the service does not know is given back. */
const takeKey = async (raw: string) => {
  const key = readKey(raw);
  const before = useKey(key);
  forgetWhatMay();
  set({ signIn: false, unknownKey: false });
  // It costs least; the answer says whether the key is known.
  await read("get-attachment-categories", {});
  if (state().signIn) {
    useKey(before);
    return set({ unknownKey: true });
  }
  await keepKey();
  set({ who: key.name ?? "" });
  renewed();
  return refresh();
};

export const SignIn = () => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <main class="sign-in">
      <h2>{say.title}</h2>
      <p>{say.hint}</p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (field.current?.value) void takeKey(field.current.value);
        }}
      >
        <input
          ref={field}
          class="field"
          type="password"
          data-test="key"
          aria-label={say.title}
          autocomplete="off"
        />
        <button class="btn main" type="submit">
          {say.ok}
        </button>
      </form>
      <p role="alert">{state().unknownKey && words.unknownKey}</p>
    </main>
  );
};
