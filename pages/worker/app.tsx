import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { Band, Trail, withoutTakenBack } from "./band.tsx";
import { type Act, Button } from "./button.tsx";
import { Late } from "./late.tsx";
import { onDemand, stocktake } from "./later.ts";
import { Pad } from "./pad.tsx";
import { isRefused, isUnsettled, modeOf, type Row } from "./rows.ts";
import { actsOf, signOf } from "./screens.tsx";
import { Sign, type SignProps } from "./sign.tsx";
import { nameOf } from "./sign-in.ts";
import {
  isBandCovered,
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
import { goTo, openMe, openRefused, turnTo } from "./take.ts";

const { acts } = words;

/** Lists what waits; a number or a key that is asked for stays. */
const showWaiting = () => {
  if (waiting() === 0 || top()?.is === "pad" || isHeld()) return;
  turnTo(state().hand);
  set({ band: { is: "waiting" } });
};

const tally = (
  is: "kept" | "refused" | "superseded",
  test: string,
  count: number,
  run: () => void,
) => (
  <button
    type="button"
    class="tally"
    data-test={test}
    data-outcome={count ? is : undefined}
    onClick={run}
  >
    <Icon name={is} />
    <b>{count}</b> <span>{is === "superseded" ? words.newer : words.outcomes[is]}</span>
  </button>
);

const Head = () => {
  const { queue, who, rows, loose, resultCount } = state();
  const unsettled = rows.filter(isUnsettled);
  const isNewer = unsettled.length > 0 && !unsettled.some(isRefused);
  const now = queue === "closed" ? "offline" : queue === "running" ? "online" : queue;
  const is = isHeld() ? "held" : now;
  return (
    <header class="head">
      <button type="button" class="me" data-test="who" onClick={openMe}>
        <span class="who soft">{who || provedBy === "nothing" ? nameOf(who?.id) : ""}</span>
        <span class="state" data-test="state" data-state={is}>
          <Icon name={is} /> {words.states[is]}
        </span>
      </button>
      {tally("kept", "waiting", waiting(), showWaiting)}
      {tally(isNewer ? "superseded" : "refused", "refused", unsettled.length, openRefused)}
      {!isSecureContext && <p class="plain">{words.notes.plainHttp}</p>}
      {loose && <p class="plain">{words.notes[loose]}</p>}
      {!settings.client.key && resultCount === 0 && <p class="plain">{words.notes.keyless}</p>}
      <Late />
    </header>
  );
};

/** What is never drawn first. */
export const later = onDemand(() => import("./parts.tsx"));

const Below = ({ row, shape }: { row: Row | undefined; shape: SignProps["shape"] }) => {
  const { hand, rows, band, input } = state();
  const { Over, Choices, InHand } = later.get();
  const { Result, Show, SeenList } = stocktake.get();
  const over = top();
  if (over?.is === "pad") return <Pad pad={over} />;
  if (over?.is === "result") return Result ? <Result at={over.at} /> : null;
  if (over?.is === "show") return Show ? <Show at={over.at} /> : null;
  if (over) return Over ? <Over over={over} /> : null;
  if (band?.is === "waiting") {
    if (band.others) return null;
    const kept = rows.filter(({ outcome }) => outcome === "kept");
    return <Trail rows={kept} label={words.outcomes.kept} whole />;
  }
  if (hand.mode === "check") return SeenList ? <SeenList /> : null;
  if (hand.mode === "attach" && hand.zongpai && !hand.category && input === "scanner")
    return Choices ? <Choices /> : null;
  if (hand.mode === "box" && hand.box_no) return InHand ? <InHand box_no={hand.box_no} /> : null;
  const before = withoutTakenBack(rows).filter(
    (one) => modeOf(one.entry) === hand.mode && one !== row,
  );
  return before.length > 0 && shape !== "whole" ? (
    <Trail rows={before} label={words.labels.before} />
  ) : null;
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

const Foot = () => {
  const { hand } = state();
  const over = top();
  const first = actsOf().filter((one) => !!one);
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

/** Names the screen. */
const screenNow = () => {
  const { hand, input } = state();
  const over = top();
  const label = over?.is === "look" ? over.label : labelIn(hand);
  const category = hand.mode === "attach" && hand.category;
  return [over?.is, hand.mode, label?.value, category, input].join(" ");
};
let shown = "";

/** After each drawing: another screen is shown from its top. With large text the whole page scrolls, not its list. */
export const showTop = (): void => {
  const now = screenNow();
  if (now === shown) return;
  shown = now;
  document.querySelector("main")?.scrollTo(0, 0);
  scrollTo(0, 0);
};

export const App = () => {
  const { rows, band, full } = state();
  const over = top();
  const row = band?.is === "row" ? rows.find(({ entry }) => entry.id === band.id) : undefined;
  const isUrgent = full !== undefined || band?.is === "wrong";
  const away = isBandCovered();
  const sign = signOf();
  return (
    <div class="worker">
      <Head />
      <main>
        <Sign {...sign} />
        <Band row={row} hidden={away} />
        <Below row={isUrgent || away ? undefined : row} shape={sign.shape} />
      </main>
      {over?.is !== "pad" && <Foot />}
    </div>
  );
};
