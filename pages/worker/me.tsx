import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { choose, isSpoken, languages } from "../shared/language.ts";
import { Code, fill, time } from "../shared/text.tsx";
import { labelsIn } from "./hand.ts";
import { nameOf, signOut } from "./sign-in.ts";
import { set, state } from "./store.ts";

const { people } = words;

/** Who is signed in, and what they may set. */
export const Me = () => {
  const { who, hand } = state();
  const [held] = labelsIn(hand);
  return (
    <section class="found" aria-labelledby="me">
      <h1 class="row" id="me">
        <Icon name="person" />
        <span>{nameOf(who?.id)}</span>
      </h1>
      {who && <p class="soft">{fill(people.signedIn, { time: time(who.since) })}</p>}
      {held && <p class="soft">{fill(people.stays, { code: <Code>{held.value}</Code> })}</p>}
      <ul>
        {languages.length > 1 &&
          languages.map((one) => (
            <li key={one.lang}>
              <button
                type="button"
                class="line"
                data-test="language"
                lang={one.lang}
                aria-pressed={isSpoken(one)}
                onClick={() => void choose(one).then(() => set({}))}
              >
                <Icon name={isSpoken(one) ? "tick" : "globe"} />
                <b>{one.name}</b>
              </button>
            </li>
          ))}
        {provedBy !== "nothing" && (
          <li>
            <button type="button" class="line" data-test="sign-out" onClick={() => void signOut()}>
              <Icon name="gone" />
              <b>{words.signOut}</b>
            </button>
          </li>
        )}
      </ul>
    </section>
  );
};
