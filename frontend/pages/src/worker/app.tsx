import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { personName } from "./device/sign-in.ts";
import { OutcomeBanner } from "./outcome/banner.tsx";
import { jobs } from "./outcome/jobs-on-demand.ts";
import { LateStrip } from "./outcome/late-strip.tsx";
import { isRefused, isUnsettled, type ScanRow } from "./outcome/rows.ts";
import { currentActions, currentPrompt } from "./scan/current-prompt.tsx";
import { isHandEmpty, labelIn } from "./scan/hand.ts";
import { offeredModes } from "./scan/modes.ts";
import { Prompt, type PromptProps } from "./scan/prompt.tsx";
import { type Action, Button } from "./screens/button.tsx";
import { goToMode, openPerson, openRefused, showHand } from "./screens/navigation.ts";
import { shelfCheck } from "./screens/on-demand.ts";
import { screensOnDemand } from "./screens/screens-on-demand.ts";
import {
  type CameraLight,
  isBannerCovered,
  isSignInRequired,
  set,
  state,
  topScreen,
  waitingCount,
} from "./state.ts";

const { acts } = words;

/** Opens the list of waiting scans, unless the page asks for a number or a key. */
const showWaiting = () => {
  if (waitingCount() === 0 || topScreen()?.is === "pad" || isSignInRequired()) return;
  showHand(state().hand);
  const row = state().rows.find(({ unjudged }) => unjudged);
  set({ banner: row ? { is: "row", id: row.entry.id } : { is: "waiting" } });
};

const countButton = (
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

const Header = () => {
  const { queue, person, rows, storageRisk, bannerCount } = state();
  const unsettled = rows.filter(isUnsettled);
  const refused = unsettled.filter(isRefused).length;
  const isNewer = unsettled.length > 0 && refused === 0;
  const now = queue === "closed" ? "offline" : queue === "running" ? "online" : queue;
  const is = isSignInRequired() ? "held" : now;
  return (
    <header class="head">
      <button type="button" class="me" data-test="who" onClick={openPerson}>
        <span class="who soft">
          {person || provedBy === "nothing" ? personName(person?.id) : ""}
        </span>
        <span class="state" data-test="state" data-state={is}>
          <Icon name={is} /> {words.states[is]}
        </span>
      </button>
      {countButton("kept", "waiting", waitingCount(), showWaiting)}
      {countButton(
        isNewer ? "superseded" : "refused",
        "refused",
        refused || unsettled.length,
        openRefused,
      )}
      {!isSecureContext && <p class="plain">{words.notes.plainHttp}</p>}
      {storageRisk && <p class="plain">{words.notes[storageRisk]}</p>}
      {!settings.client.key && bannerCount === 0 && <p class="plain">{words.notes.keyless}</p>}
      <LateStrip />
    </header>
  );
};

const BelowBanner = ({ row, shape }: { row: ScanRow | undefined; shape: PromptProps["shape"] }) => {
  const { hand, rows, banner, input } = state();
  const {
    NumberPadKeys,
    TopScreen,
    CategoryChoices,
    BoxInHand,
    PlaceInHand,
    ScansBefore,
    ScanList,
  } = screensOnDemand.get();
  const { CheckResult: Result, CheckCode: Show, CheckedGoodsList: SeenList } = shelfCheck.get();
  const screen = topScreen();
  if (screen?.is === "pad") return NumberPadKeys ? <NumberPadKeys pad={screen} /> : null;
  if (screen?.is === "result")
    return Result ? <Result at={screen.at} moveAll={jobs.get().moveAll} /> : null;
  if (screen?.is === "show") return Show ? <Show at={screen.at} /> : null;
  if (screen) return TopScreen ? <TopScreen screen={screen} /> : null;
  if (banner?.is === "waiting") {
    if (banner.others || !ScanList) return null;
    const kept = rows.filter(({ outcome }) => outcome === "kept");
    return <ScanList rows={kept} label={words.outcomes.kept} whole />;
  }
  if (hand.mode === "check") return SeenList ? <SeenList /> : null;
  if (hand.mode === "attach" && hand.zongpai && !hand.category && input === "scanner")
    return CategoryChoices ? <CategoryChoices /> : null;
  if (hand.mode === "box" && hand.box_no)
    return BoxInHand ? <BoxInHand box_no={hand.box_no} /> : null;
  if (shape === "whole") return null;
  if (hand.mode === "shelve" && hand.at)
    return PlaceInHand ? <PlaceInHand place={hand.at} row={row} /> : null;
  return ScansBefore ? <ScansBefore row={row} /> : null;
};

const toggleLight = ({ on, switchTo: turn }: CameraLight) =>
  turn(!on).then(
    () => set({ light: { on: !on, switchTo: turn } }),
    () => set({ light: undefined }),
  );

const inputActions = (): Action[] => {
  const { input, light, cameraless } = state();
  const by = (is: "typing" | "camera"): Action => ({
    icon: is === "camera" ? is : "type",
    word: is === "camera" ? acts.camera : acts.type,
    pressed: input === is,
    run: () => set({ input: input === is ? "scanner" : is }),
  });
  const typing: Action =
    light && input === "camera"
      ? { icon: "light", word: acts.light, pressed: light.on, run: () => toggleLight(light) }
      : by("typing");
  return isSecureContext && !cameraless ? [typing, by("camera")] : [typing];
};

const Footer = () => {
  const { hand } = state();
  const screen = topScreen();
  const first = currentActions().filter((one) => !!one);
  const isList =
    /^(row|scan|refused|me|device|result|show)$/.test(screen?.is ?? "") ||
    (screen?.is === "key" && provedBy === "token");
  const all = isList ? first : [...first, ...inputActions()];
  const own = hand.mode === "check" ? "shelve" : hand.mode;
  const now = screen ? screen.is : own;
  const isChecked = hand.mode === "check" && !isHandEmpty(hand);
  return (
    <div class="foot">
      <div class="acts">
        {all.map((one, at) => (
          <Button key={at} small={!!one.icon && !one.code} {...one} />
        ))}
      </div>
      {!isSignInRequired() && screen?.is !== "move" && screen?.is !== "moveAll" && !isChecked && (
        <nav class="modes" aria-label={words.labels.modes}>
          {offeredModes().map((mode) => (
            <button
              type="button"
              key={mode}
              data-command={mode}
              aria-current={mode === now ? "page" : undefined}
              onClick={() => goToMode(mode)}
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

/** An id for the current screen. */
const nameScreen = () => {
  const { hand, input } = state();
  const screen = topScreen();
  const label = screen?.is === "look" ? screen.label : labelIn(hand);
  const category = hand.mode === "attach" && hand.category;
  return [screen?.is, hand.mode, label?.value, category, input].join(" ");
};
let drawnScreen = "";

/** Runs after each redraw. Scrolls a new screen to its top, because with large text the whole page scrolls and not its list. */
export const scrollNewScreen = (): void => {
  const now = nameScreen();
  if (now === drawnScreen) return;
  drawnScreen = now;
  document.querySelector("main")?.scrollTo(0, 0);
  scrollTo(0, 0);
};

export const App = () => {
  const { rows, banner } = state();
  const screen = topScreen();
  const row = banner?.is === "row" ? rows.find(({ entry }) => entry.id === banner.id) : undefined;
  const away = isBannerCovered();
  const sign = currentPrompt();
  return (
    <div class="worker">
      <Header />
      <main>
        <Prompt {...sign} />
        <OutcomeBanner
          row={row}
          hidden={away}
          parts={{ ...screensOnDemand.get(), ...jobs.get() }}
        />
        <BelowBanner row={away ? undefined : row} shape={sign.shape} />
      </main>
      {screen?.is !== "pad" && <Footer />}
    </div>
  );
};
