import words from "site:words/worker";
import { RowActs } from "./acts.tsx";
import { Band, Trail } from "./band.tsx";
import { Choices } from "./choices.tsx";
import { Foot } from "./foot.tsx";
import { Found, InHand } from "./found.tsx";
import { Head } from "./head.tsx";
import { Me } from "./me.tsx";
import { Pad } from "./pad.tsx";
import { ProblemList } from "./problems.tsx";
import { modeOf, type Row } from "./rows.ts";
import { Sign, type SignProps } from "./sign.tsx";
import { signOf } from "./sign-of.tsx";
import { state, top } from "./store.ts";

/** As many rows as somebody reads. */
const listed = 60;

const Below = ({ row, shape }: { row: Row | undefined; shape: SignProps["shape"] }) => {
  const { hand, rows, band, input } = state();
  const over = top();
  if (over?.is === "key" || over?.is === "move") return null;
  if (over?.is === "refused") return <ProblemList />;
  if (over?.is === "me") return <Me />;
  if (over?.is === "pad") return <Pad pad={over} />;
  if (over?.is === "row") return <RowActs {...over} />;
  if (over?.is === "look") return <Found />;
  if (band?.is === "waiting") {
    if (band.others) return null;
    const kept = rows.filter(({ outcome }) => outcome === "kept");
    return <Trail rows={kept.slice(0, listed)} label={words.outcomes.kept} whole />;
  }
  if (hand.mode === "attach" && hand.zongpai && !hand.category && input === "scanner")
    return <Choices />;
  if (hand.mode === "box" && hand.box_no) return <InHand box_no={hand.box_no} />;
  const before = rows.filter((one) => modeOf(one.entry) === hand.mode && one !== row);
  return before.length > 0 && shape !== "whole" ? (
    <Trail rows={before.slice(0, listed)} label={words.labels.before} />
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
