import words from "site:words/worker";
import { Icon, type IconName } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { askForToken } from "../shared/people.ts";
import { Code } from "../shared/text.tsx";
import { lookUp } from "./ask.ts";
import { client } from "./client.ts";
import { expects, isEmpty, isOffered, labelsIn, modes } from "./hand.ts";
import { renew } from "./renew.ts";
import { modeOf } from "./rows.ts";
import { type Light, set, state, top, waiting } from "./store.ts";
import {
  back,
  checkShelf,
  closeCheck,
  endCheck,
  goTo,
  lookUpLabel,
  openRefused,
  push,
  takeOffShelf,
} from "./take.ts";
import { lastTaken, takeBack } from "./take-back.ts";

const { acts } = words;

const icons = { shelve: "shelf", box: "box", attach: "attach", look: "look" } as const;

type ActProps = {
  readonly icon?: IconName;
  readonly word: string;
  readonly code?: string;
  readonly test?: string;
  readonly main?: boolean;
  readonly run: () => void;
};
const Act = ({ icon, word, code, test, main, run }: ActProps) => (
  <button type="button" class={main ? "btn main" : "btn"} data-test={test} onClick={run}>
    {icon && <Icon name={icon} />}
    <span>
      {code ? <span class="verb">{word}</span> : word}
      {code && (
        <>
          <br />
          <Code>{code}</Code>
        </>
      )}
    </span>
  </button>
);

/** Back to what was looked up, or to what is in hand. */
const Back = () => {
  const { hand, screens } = state();
  const under = screens.at(-2);
  const [label] = under?.is === "look" && under.label ? [under.label] : labelsIn(hand);
  const off = hand.mode === "shelve" && hand.at ? acts.offShelf : undefined;
  const code = label?.value ?? (under?.is === "look" ? undefined : off);
  return (
    <Act
      icon="back"
      word={code ? acts.backTo : acts.goBack}
      code={code}
      test="back"
      main
      run={back}
    />
  );
};

/** What may be done with the last scan, if it is of what is shown. */
const OfLast = () => {
  const { hand, rows, band } = state();
  const [last] = rows;
  if (!last || band?.is === "wrong") return null;
  const { goods, id } = last.entry;
  const isShown = band?.is === "row" ? band.id === id : band?.is === "waiting";
  if (!isShown && (top() || modeOf(last.entry) !== hand.mode)) return null;
  if (last.outcome === "refused") return <Act word={acts.seeRefused} run={openRefused} />;
  if (last.outcome === "superseded")
    return (
      <Act
        icon="look"
        word={words.modes.look}
        code={goods}
        run={() => lookUpLabel({ kind: "zongpai", value: goods })}
      />
    );
  return lastTaken() ? (
    <Act
      icon="undo"
      word={acts.takeBack}
      code={goods}
      test="take-back"
      run={() => void takeBack()}
    />
  ) : null;
};

/** What may be done now besides scanning. */
const firsts = () => {
  const { hand, full, update, input, found } = state();
  const over = top();
  if (full && waiting()) return <Act word={acts.tryAgain} run={() => client.retry()} />;
  if (input !== "scanner") return <Act word={acts.goBack} run={back} />;
  if (over?.is === "key")
    return provedBy === "token" ? (
      <Act word={words.states.held} test="sign-in" main run={() => void askForToken()} />
    ) : null;
  if (over?.is === "result")
    return (
      <>
        <Act icon="show" word={acts.show} test="show" run={() => push({ ...over, is: "show" })} />
        <Act icon="goods" word={acts.scanOn} run={back} />
        <Act word={acts.close} main run={closeCheck} />
      </>
    );
  if (over?.is === "move") return <Act word={words.cancel} test="back" run={back} />;
  if (over?.is === "look" && found?.silent)
    return <Act word={acts.tryAgain} run={() => void lookUp(found.label)} />;
  if (over?.is === "look") return OfLast();
  if (over) return <Back />;
  if (update && isEmpty(hand)) return <Act word={acts.newVersion} run={renew} />;
  if (hand.mode === "check")
    return hand.location === undefined ? (
      <Act icon="back" word={acts.goBack} test="back" run={closeCheck} />
    ) : (
      <Act icon="tick" word={acts.done} test="check" main run={endCheck} />
    );
  const isPut = hand.mode === "attach" && hand.zongpai && hand.category;
  if (isPut ? expects(hand).includes("location") : hand.mode === "shelve" && !hand.at)
    return <Act icon="floor" word={acts.offShelf} test="off-shelf" run={takeOffShelf} />;
  return OfLast();
};

const turn = ({ on, turn }: Light) =>
  turn(!on).then(
    () => set({ light: { on: !on, turn } }),
    () => set({ light: undefined }),
  );

export const Foot = () => {
  const { hand, input, light } = state();
  const over = top();
  const modeNow = hand.mode === "check" ? "shelve" : hand.mode;
  const first = firsts();
  // What was looked up lies over what is in hand.
  const isBack = over?.is === "look" && input === "scanner" && !isEmpty(hand);
  const size = first || isBack ? "btn small" : "btn";
  const isList =
    !!over &&
    (/^(row|refused|me|device|result|show)$/.test(over.is) ||
      (over.is === "key" && provedBy === "token"));
  const isBegin = hand.mode === "shelve" && !hand.at && !over && input === "scanner";
  const isChecked = hand.mode === "check" && hand.location !== undefined;
  const key = (is: "typing" | "camera", icon: IconName, word: string) => (
    <button
      type="button"
      class={size}
      aria-pressed={input === is}
      onClick={() => set({ input: input === is ? "scanner" : is })}
    >
      <Icon name={icon} />
      <span>{word}</span>
    </button>
  );
  return (
    <div class="foot">
      <div class="acts">
        {isBack && !first ? <Back /> : first}
        {isBegin && may("location-overview") && (
          <button type="button" class={size} data-test="check" onClick={() => checkShelf()}>
            <Icon name="check" />
            <span>{acts.check}</span>
          </button>
        )}
        {!isList &&
          (light && input === "camera" ? (
            <button type="button" class={size} aria-pressed={light.on} onClick={() => turn(light)}>
              <Icon name="light" />
              <span>{acts.light}</span>
            </button>
          ) : (
            key("typing", "type", acts.type)
          ))}
        {!isList && isSecureContext && key("camera", "camera", acts.camera)}
        {isBack && first && <Back />}
      </div>
      {over?.is !== "key" && over?.is !== "move" && !isChecked && (
        <nav class="modes" aria-label={words.labels.modes}>
          {modes.filter(isOffered).map((mode) => (
            <button
              type="button"
              key={mode}
              aria-current={
                (over ? over.is === "look" && mode === "look" : modeNow === mode)
                  ? "page"
                  : undefined
              }
              onClick={() => goTo(mode)}
            >
              <Icon name={icons[mode]} />
              <span>{words.modes[mode]}</span>
            </button>
          ))}
        </nav>
      )}
    </div>
  );
};
