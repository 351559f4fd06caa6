import words from "site:words/worker";
import { keepText } from "../shared/device.ts";
import { Icon } from "../shared/icon.tsx";
import { choose, isSpoken, languages } from "../shared/language.ts";
import { Code, fill, time } from "../shared/text.tsx";
import { labelsIn } from "./hand.ts";
import { nameOf, signOut } from "./sign-in.ts";
import { inHand } from "./signals.ts";
import { set, state } from "./store.ts";
import { push } from "./take.ts";

const { people } = words;

/** Twice as loud, or as before, on this device until it is changed; the tick says how that sounds. */
const turnLoud = async (loud: boolean) => {
  set({ loud });
  inHand();
  await keepText("loud", loud ? "2" : undefined);
};

/** Who is signed in, and what they may set. */
export const Me = () => {
  const { who, hand, loud } = state();
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
        <li>
          <button
            type="button"
            class="line"
            data-test="device"
            onClick={() => push({ is: "device" })}
          >
            <Icon name="label" />
            <b>{words.me.whatSent}</b>
            <Icon name="more" />
          </button>
        </li>
        <li>
          <button
            type="button"
            class="line"
            data-test="loud"
            aria-pressed={!!loud}
            onClick={() => void turnLoud(!loud)}
          >
            <svg class="i" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 9v6h4l6 5V4L7 9zM16.5 8.5a5 5 0 0 1 0 7M19.5 5.5a9 9 0 0 1 0 13" />
            </svg>
            <b>{words.me.louder}</b>
            <span class="soft">{loud ? words.me.on : words.me.off}</span>
          </button>
        </li>
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
