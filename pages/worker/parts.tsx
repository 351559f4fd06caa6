import words from "site:words/worker";
import { Bar } from "../shared/bar.tsx";
import { keep } from "../shared/device.ts";
import { Icon } from "../shared/icon.tsx";
import { called, choose, isSpoken, languages } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, amountOf, Code, fill, time } from "../shared/text.tsx";
import { itemActs, placeActs } from "./acts.tsx";
import { isOpen } from "./ask.ts";
import { moreOf, Scan, Settle, What } from "./band.tsx";
import { type Act, Button, Line } from "./button.tsx";
import { understand } from "./client.ts";
import { Device } from "./device.tsx";
import { Found } from "./found.tsx";
import { isRefused, isUnsettled } from "./rows.ts";
import { nameOf, signOut } from "./sign-in.ts";
import { inHand } from "./signals.ts";
import { type Choice, labelIn, type Screen, set, state } from "./store.ts";
import { ask, lookUpLabel, push } from "./take.ts";

export { InHand } from "./in-hand.tsx";

const { people, me, headroom: say, acts } = words;

/** On this device until it is changed; the tick says how that sounds. */
const turnLoud = (loud: boolean) => {
  set({ loud });
  inHand();
  return keep("loud", loud);
};

const Me = () => {
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

/** What was refused, or set aside by the queue, newest first: the worker decides. */
const ProblemList = () => {
  const rows = state().rows.filter(isUnsettled);
  const refused = rows.filter(isRefused).length;
  const newer = rows.length - refused;
  const outcome = refused > 0 ? "refused" : newer > 0 ? "superseded" : "recorded";
  const sums = [
    refused > 0 && `${words.outcomes.refused}: ${amount(refused)}`,
    newer > 0 && `${words.outcomes.superseded}: ${amount(newer)}`,
  ];
  return (
    <section class="no" aria-labelledby="problems">
      <h1 class="row" id="problems" data-outcome={outcome}>
        <Icon name={outcome} />
        <span>{sums.filter((sum) => !!sum).join(" · ") || words.noneRefused}</span>
      </h1>
      <ol>
        {rows.map((row) => {
          const { id, queuedAt } = row.entry;
          const more = state().advice[id]?.there ? words.problems.there : moreOf(row);
          return (
            <li key={id} data-outcome={row.outcome}>
              {newer > 0 && (
                <p class="row word">
                  <Icon name={row.outcome} /> {words.outcomes[row.outcome]}
                </p>
              )}
              <p class="apart">
                <span>
                  <Scan scan={row.entry} />
                </span>
                <time>{time(queuedAt)}</time>
              </p>
              <p>
                <What row={row} />
              </p>
              {more && <p>{more}</p>}
              <Settle row={row} />
            </li>
          );
        })}
      </ol>
      {rows.length > 1 && (
        <Button word={acts.allUnderstood} test="understood" run={() => understand(...rows)} />
      )}
    </section>
  );
};

const Fullness = ({ choice }: { choice: Choice }) => {
  const { boxed_quantity: boxed, configured, headroom } = choice;
  if (boxed === undefined || configured === false) return null;
  const all = headroom === undefined ? undefined : boxed + headroom;
  const total = choice.configured_quantity ?? all;
  const left = headroom ? (
    fill(words.left, { count: <b>{amount(headroom)}</b> })
  ) : (
    <b>{say.full}</b>
  );
  return (
    <>
      <span>{headroom === undefined ? words.noLimit : left}</span>
      <Bar part={boxed} whole={total} />
      <small>{fill(say.boxed, { count: amountOf(words.of, boxed, total) })}</small>
    </>
  );
};

export const Choices = () => {
  const { choices, hand } = state();
  const choose = (category: string) =>
    hand.mode === "attach" &&
    hand.zongpai &&
    set({ hand: { ...hand, category }, band: undefined, note: undefined });
  if (!choices) return <p class="found soft">{words.asking}</p>;
  if (choices.length === 0) return <p class="found">{say.none}</p>;
  return (
    <ul class="picks">
      {choices.map((choice) => (
        <li key={choice.category}>
          <button
            type="button"
            class="pick"
            disabled={!isOpen(choice)}
            onClick={() => choose(choice.category)}
          >
            <b>{called(choice.label)}</b>
            <Fullness choice={choice} />
          </button>
        </li>
      ))}
    </ul>
  );
};

const RowActs = ({ of, held }: Extract<Screen, { readonly is: "row" }>) => {
  const { box_no, zongpai, category } = of;
  const item = box_no && { box_no, zongpai, category };
  const maySet = item && may(category ? "patch-attachment-box" : "edit-box");
  const run = () => (item ? ask(item, held) : lookUpLabel({ kind: "zongpai", value: zongpai }));
  const first: Act = { icon: "set", word: acts.setTo, more: true, run };
  const last: Act = { icon: "look", word: words.modes.look, run };
  const all = item
    ? [...(maySet ? [first] : []), ...itemActs(item, held)]
    : [...placeActs(of), last];
  return (
    <ul class="picks">
      {all.map((one) => (
        <Line key={one.icon} {...one} more={!!one.more} />
      ))}
    </ul>
  );
};

/** What lies over what is in hand, but for numbers and what asks for a label alone. */
export const Over = ({ over }: { readonly over: Screen }) => {
  if (over.is === "refused") return <ProblemList />;
  if (over.is === "me") return <Me />;
  if (over.is === "device") return <Device />;
  if (over.is === "row") return <RowActs {...over} />;
  return over.is === "look" && over.label ? <Found label={over.label} /> : null;
};
