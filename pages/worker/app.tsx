import settings from "site:settings";
import words from "site:words/worker";
import { useEffect, useRef } from "preact/hooks";
import { readWedge } from "#lib/scan/wedge.ts";
import { Band, Trail } from "./band.tsx";
import { Choices } from "./choices.tsx";
import { counts } from "./flow.ts";
import { Foot } from "./foot.tsx";
import { Found } from "./found.tsx";
import { Head } from "./head.tsx";
import { Pad } from "./pad.tsx";
import { Sign } from "./sign.tsx";
import { signOf } from "./sign-of.tsx";
import { set, state, type Told } from "./store.ts";
import { again, take } from "./take.ts";
import { UnsettledList } from "./unsettled.tsx";

/** Hears the scanner for as long as the page is open, and tells when it does not. */
const useScanner = () => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    readWedge({ input: field, document, settings: settings.scan, onScan: take, onAgain: again });
    let timer: number;
    const look = () => {
      clearTimeout(timer);
      // A focus that comes back at once was never away.
      timer = window.setTimeout(() => set({ deaf: !document.hasFocus() || document.activeElement !== field }), 150);
    };
    for (const type of ["focusin", "focusout", "visibilitychange"]) document.addEventListener(type, look);
    for (const type of ["focus", "blur"]) addEventListener(type, look);
    // Buttons take no focus.
    document.addEventListener("mousedown", (event) => event.target instanceof HTMLInputElement || event.preventDefault());
    look();
  }, []);
  const { typing } = state();
  useEffect(() => {
    if (!typing) input.current?.focus({ preventScroll: true });
  }, [typing]);
  return input;
};

/** What the box in hand holds: what this page has saved, then what was in it. */
const inBox = (told: readonly Told[]): Told[] => {
  const { contents, flow } = state();
  const own = told.filter(({ scan }) => scan.fields.box_no === flow.box);
  const items = contents?.box_no === flow.box ? (contents?.items ?? []) : [];
  const before = items
    .filter(({ zongpai }) => !own.some(({ scan }) => scan.fields.zongpai === zongpai))
    .map(
      ({ zongpai, quantity, recorded_at }): Told => ({
        id: zongpai,
        outcome: "recorded",
        at: Date.parse(recorded_at),
        mode: "box",
        scan: { route: "post-box", fields: { zongpai, quantity, box_no: flow.box } },
      }),
    );
  return [...own, ...before];
};

const Below = ({ before }: { before: readonly Told[] }) => {
  const { flow, settling, typing, choices } = state();
  if (settling) return <UnsettledList />;
  if (counts(flow)) return <Pad />;
  if (flow.mode === "look") return <Found />;
  if (flow.mode === "attach" && flow.goods && !flow.category && (choices || !typing)) return <Choices />;
  if (flow.mode === "box" && flow.box) return <Trail told={inBox(before)} label={words.labels.inBox} />;
  return before.length > 0 && !isWhole() ? <Trail told={before} label={words.labels.before} /> : null;
};

const isWhole = () => signOf().shape === "whole";

/** The page: header, sign, band, what is below it, the thumb's row. */
export const App = () => {
  const input = useScanner();
  const { flow, told, settling, signIn, typing, wrong } = state();
  const mine = told.filter(({ mode }) => mode === flow.mode);
  const counting = counts(flow);
  return (
    <div class="worker">
      <Head />
      <main>
        <Sign {...signOf()} input={input} />
        <Band shown={signIn || flow.mode === "look" ? undefined : mine[0]} away={((counting || settling) && !wrong) || typing} />
        {!signIn && <Below before={typing || wrong ? mine : mine.slice(1)} />}
      </main>
      {!counting && <Foot />}
    </div>
  );
};
