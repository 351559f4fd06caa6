import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Band, Trail } from "./band.tsx";
import { Foot } from "./foot.tsx";
import { Head } from "./head.tsx";
import { later } from "./later.ts";
import { Pad } from "./pad.tsx";
import { InHand } from "./pieces.tsx";
import { modeOf, type Row } from "./rows.ts";
import { Sign, type SignProps } from "./sign.tsx";
import { signOf } from "./sign-of.tsx";
import { stocktake } from "./stocktake.ts";
import { state, top } from "./store.ts";

/** A part that is not loaded yet is drawn when it is. */
const drawn = <Props extends object>(
  Part: ((props: Props) => ComponentChildren) | undefined,
  props: Props,
) => (Part ? <Part {...props} /> : null);

/** As many rows as somebody reads. */
const listed = 60;

const Below = ({ row, shape }: { row: Row | undefined; shape: SignProps["shape"] }) => {
  const { hand, rows, band, input } = state();
  const over = top();
  if (over?.is === "key" || over?.is === "move") return null;
  if (over?.is === "refused") return drawn(later.problems.get()?.ProblemList, {});
  if (over?.is === "me") return drawn(later.me.get()?.Me, {});
  if (over?.is === "device") return drawn(later.device.get()?.Device, {});
  if (over?.is === "pad") return <Pad pad={over} />;
  if (over?.is === "row") return drawn(later.row.get()?.RowActs, over);
  if (over?.is === "look") return drawn(later.found.get()?.Found, {});
  const part = hand.mode === "check" && hand.location !== undefined && stocktake.get();
  if (part && over?.is === "result") return <part.Result at={over.at} />;
  if (part && over?.is === "show") return <part.Show at={over.at} />;
  if (band?.is === "waiting") {
    if (band.others) return null;
    const kept = rows.filter(({ outcome }) => outcome === "kept");
    return <Trail rows={kept.slice(0, listed)} label={words.outcomes.kept} whole />;
  }
  if (part) return <part.SeenList />;
  if (hand.mode === "attach" && hand.zongpai && !hand.category && input === "scanner")
    return drawn(later.choices.get()?.Choices, {});
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
