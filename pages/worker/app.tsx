import words from "site:words/worker";
import { Band, Trail } from "./band.tsx";
import { Choices } from "./choices.tsx";
import { counts } from "./flow.ts";
import { Foot } from "./foot.tsx";
import { Found } from "./found.tsx";
import { Head } from "./head.tsx";
import { Pad } from "./pad.tsx";
import { ProblemList } from "./problems.tsx";
import { Sign } from "./sign.tsx";
import { signOf } from "./sign-of.tsx";
import { type Result, state } from "./store.ts";

/** What the box in hand holds: what this page has saved, then what was in it. `shown`: what the band shows. */
const inBox = (results: readonly Result[], shown: Result | undefined): Result[] => {
  const { contents, flow } = state();
  const ofBox = results.filter(({ scan }) => scan.fields.box_no === flow.box);
  // Of the same goods the newest says what holds, and what was taken out is no more in it.
  const holds = new Map<unknown, Result>();
  for (const one of ofBox)
    if (one.outcome !== "refused" && !holds.has(one.scan.fields.zongpai))
      holds.set(one.scan.fields.zongpai, one);
  const own = ofBox.filter(
    (one) =>
      one !== shown &&
      one.scan.route !== "delete-box" &&
      (one.outcome === "refused" || holds.get(one.scan.fields.zongpai) === one),
  );
  const items = contents?.box_no === flow.box ? (contents?.items ?? []) : [];
  const before = items
    .filter(({ zongpai }) => !holds.has(zongpai))
    .map(({ zongpai, quantity, recorded_at }): Result => {
      const scan = { route: "post-box", fields: { zongpai, quantity, box_no: flow.box } } as const;
      return { id: zongpai, outcome: "recorded", at: Date.parse(recorded_at), mode: "box", scan };
    });
  return [...own, ...before];
};

const Below = ({ mine, shown }: { mine: readonly Result[]; shown: Result | undefined }) => {
  const { flow, showsProblems, typing, choices } = state();
  if (showsProblems) return <ProblemList />;
  if (counts(flow)) return <Pad />;
  if (flow.mode === "look") return <Found />;
  if (flow.mode === "attach" && flow.goods && !flow.category && (choices || !typing))
    return <Choices />;
  if (flow.mode === "box" && flow.box)
    return <Trail results={inBox(mine, shown)} label={words.labels.inBox} />;
  const before = mine.filter((one) => one !== shown);
  return before.length > 0 && !isWhole() ? (
    <Trail results={before} label={words.labels.before} />
  ) : null;
};

const isWhole = () => signOf().shape === "whole";

export const App = () => {
  const {
    flow,
    results,
    resultCount,
    showsProblems,
    problemsOpenedAt,
    signIn,
    typing,
    wrong,
    full,
  } = state();
  const mine = results.filter(({ mode }) => mode === flow.mode);
  const counting = counts(flow);
  // A list or a number has its place, until a scan is reported.
  const away =
    typing || (!wrong && (counting || (showsProblems && resultCount === problemsOpenedAt)));
  return (
    <div class="worker">
      <Head />
      <main>
        <Sign {...signOf()} />
        <Band
          shown={signIn || (flow.mode === "look" && !showsProblems) ? undefined : mine[0]}
          away={away}
        />
        {!signIn && <Below mine={mine} shown={typing || wrong || full ? undefined : mine[0]} />}
      </main>
      {!counting && <Foot />}
    </div>
  );
};
