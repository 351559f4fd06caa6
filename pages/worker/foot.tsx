import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { askForToken } from "../shared/people.ts";
import { lookUp } from "./ask.ts";
import { type Act, Button } from "./button.tsx";
import { client } from "./client.ts";
import { renew } from "./kept.ts";
import { modeOf } from "./rows.ts";
import { lastTaken, takeBack } from "./send.ts";
import {
  expects,
  isEmpty,
  isHeld,
  isOffered,
  type Light,
  labelIn,
  modes,
  set,
  state,
  top,
  waiting,
} from "./store.ts";
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

const { acts } = words;

/** Back to what was looked up, or to what is in hand. */
const backAct = (): Act => {
  const { hand, screens } = state();
  const under = screens.at(-2);
  const looked = under?.is === "look" ? under.label : undefined;
  const off = hand.mode === "shelve" && hand.at && under?.is !== "look" ? acts.offShelf : undefined;
  const code = (looked ?? labelIn(hand))?.value ?? off;
  const word = code ? acts.backTo : acts.goBack;
  return { icon: "back", word, code, test: "back", main: true, run: back };
};

const ofLast = (): Act | undefined => {
  const { hand, rows, band } = state();
  const [last] = rows;
  if (!last || band?.is === "wrong") return undefined;
  const { goods: code, id } = last.entry;
  const isShown = band?.is === "row" ? band.id === id : band?.is === "waiting";
  if (!isShown && (top() || modeOf(last.entry) !== hand.mode)) return undefined;
  if (last.outcome === "refused") return { word: acts.seeRefused, run: openRefused };
  if (last.outcome === "superseded") {
    const run = () => lookUpLabel({ kind: "zongpai", value: code });
    return { icon: "look", word: words.modes.look, code, run };
  }
  return (
    lastTaken() && { icon: "undo", word: acts.takeBack, code, test: "take-back", run: takeBack }
  );
};

/** What may be done now besides scanning, the most important first. */
const firsts = (): (Act | false | undefined)[] => {
  const { hand, full, update, input, found } = state();
  const over = top();
  const retry = !!full && waiting() > 0 && { word: acts.tryAgain, run: () => client.retry() };
  if (retry && over?.is !== "look") return [retry];
  if (input !== "scanner") return [{ word: acts.goBack, run: back }];
  if (over?.is === "key")
    return [
      provedBy === "token" && {
        word: words.states.held,
        test: "sign-in",
        main: true,
        run: askForToken,
      },
    ];
  if (over?.is === "result")
    return [
      { icon: "show", word: acts.show, test: "show", run: () => push({ ...over, is: "show" }) },
      { icon: "goods", word: acts.scanOn, run: back },
      { word: acts.close, main: true, run: closeCheck },
    ];
  if (over?.is === "move") return [{ word: words.cancel, test: "back", run: back }];
  if (over?.is === "look") {
    const { label } = over;
    const silent = label && found[label.value]?.silent;
    const again = silent && { word: acts.tryAgain, run: () => lookUp(label) };
    return [retry || again || ofLast(), !isEmpty(hand) && backAct()];
  }
  if (over) return [backAct()];
  if (update && isEmpty(hand)) return [{ word: acts.newVersion, run: renew }];
  if (hand.mode === "check")
    return [
      hand.location === undefined
        ? { icon: "back", word: acts.goBack, test: "back", run: closeCheck }
        : { icon: "tick", word: acts.done, test: "check", main: true, run: endCheck },
    ];
  const isPut = hand.mode === "attach" && hand.zongpai && hand.category;
  const isBegin = hand.mode === "shelve" && !hand.at;
  if (!(isPut ? expects(hand).includes("location") : isBegin)) return [ofLast()];
  return [
    { icon: "floor", word: acts.offShelf, test: "off-shelf", run: takeOffShelf },
    isBegin &&
      may("location-overview") && {
        icon: "check",
        word: acts.check,
        test: "check",
        small: true,
        run: checkShelf,
      },
  ];
};

const turn = ({ on, turn }: Light) =>
  turn(!on).then(
    () => set({ light: { on: !on, turn } }),
    () => set({ light: undefined }),
  );

const inputs = (small: boolean): Act[] => {
  const { input, light } = state();
  const by = (is: "typing" | "camera"): Act => ({
    icon: is === "camera" ? is : "type",
    word: is === "camera" ? acts.camera : acts.type,
    small,
    pressed: input === is,
    run: () => set({ input: input === is ? "scanner" : is }),
  });
  const typing: Act =
    light && input === "camera"
      ? { icon: "light", word: acts.light, small, pressed: light.on, run: () => turn(light) }
      : by("typing");
  return isSecureContext ? [typing, by("camera")] : [typing];
};

export const Foot = () => {
  const { hand } = state();
  const over = top();
  const first = firsts().filter((one) => !!one);
  const isList =
    /^(row|refused|me|device|result|show)$/.test(over?.is ?? "") ||
    (over?.is === "key" && provedBy === "token");
  const all = isList ? first : [...first, ...inputs(first.length > 0)];
  const own = hand.mode === "check" ? "shelve" : hand.mode;
  const now = over ? over.is : own;
  const isChecked = hand.mode === "check" && !isEmpty(hand);
  return (
    <div class="foot">
      <div class="acts">
        {all.map((one, at) => (
          <Button key={at} {...one} />
        ))}
      </div>
      {!isHeld() && over?.is !== "move" && !isChecked && (
        <nav class="modes" aria-label={words.labels.modes}>
          {modes.filter(isOffered).map((mode) => (
            <button
              type="button"
              key={mode}
              aria-current={mode === now ? "page" : undefined}
              onClick={() => goTo(mode)}
            >
              <Icon name={mode === "shelve" ? "shelf" : mode} />
              <span>{words.modes[mode]}</span>
            </button>
          ))}
        </nav>
      )}
    </div>
  );
};
