import words from "site:words/worker";
import { Band, Trail } from "./band.tsx";
import { Foot } from "./foot.tsx";
import { Head } from "./head.tsx";
import { InHand } from "./in-hand.tsx";
import { onDemand, stocktake } from "./later.ts";
import { Pad } from "./pad.tsx";
import { modeOf, type Row } from "./rows.ts";
import { Sign, type SignProps } from "./sign.tsx";
import { signOf } from "./sign-of.tsx";
import { state, top } from "./store.ts";

/** What is never drawn first. */
export const later = onDemand(() => import("./parts.tsx"));

const Below = ({ row, shape }: { row: Row | undefined; shape: SignProps["shape"] }) => {
  const { hand, rows, band, input } = state();
  const { Over, Choices } = later.get();
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
  if (hand.mode === "box" && hand.box_no) return <InHand box_no={hand.box_no} />;
  const before = rows.filter((one) => modeOf(one.entry) === hand.mode && one !== row);
  return before.length > 0 && shape !== "whole" ? (
    <Trail rows={before} label={words.labels.before} />
  ) : null;
};

export const App = () => {
  const { rows, band, input, full } = state();
  const over = top();
  const row = band?.is === "row" ? rows.find(({ entry }) => entry.id === band.id) : undefined;
  // A list or a number has its place, until a label is refused.
  const isUrgent = full !== undefined || band?.is === "wrong";
  const away = input === "typing" || (!!over && over.is !== "look" && !isUrgent);
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
