import words from "site:words/worker";
import { keepText } from "../shared/device.ts";
import { Icon } from "../shared/icon.tsx";
import { choose, isSpoken, languages } from "../shared/language.ts";
import { Code, fill, time } from "../shared/text.tsx";
import { Line } from "./button.tsx";
import { labelIn } from "./hand.ts";
import { nameOf, signOut } from "./sign-in.ts";
import { inHand } from "./signals.ts";
import { set, state } from "./store.ts";
import { push } from "./take.ts";

const { people, me } = words;

/** Twice as loud, or as before, on this device until it is changed; the tick says how that sounds. */
const turnLoud = (loud: boolean) => {
  set({ loud });
  inHand();
  return keepText("loud", loud ? "2" : undefined);
};

/** Who is signed in, and what they may set. */
export const Me = () => {
  const { who, hand, loud } = state();
  const held = labelIn(hand);
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
            <Line
              key={one.lang}
              icon={isSpoken(one) ? "tick" : "globe"}
              word={one.name}
              test="language"
              lang={one.lang}
              pressed={isSpoken(one)}
              more={false}
              run={() => choose(one).then(() => set({}))}
            />
          ))}
        <Line icon="label" word={me.whatSent} test="device" run={() => push({ is: "device" })} />
        <Line
          icon="loud"
          word={me.louder}
          test="loud"
          pressed={!!loud}
          more={false}
          right={loud ? me.on : me.off}
          run={() => turnLoud(!loud)}
        />
        {who && (
          <Line icon="gone" word={words.signOut} test="sign-out" more={false} run={signOut} />
        )}
      </ul>
    </section>
  );
};
