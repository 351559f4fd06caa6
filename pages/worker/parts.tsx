import words from "site:words/worker";
import { may } from "../shared/may.ts";
import { itemActs, placeActs } from "./acts.tsx";
import { type Act, Line } from "./button.tsx";
import { Device } from "./device.tsx";
import { Found } from "./found.tsx";
import type { Screen } from "./hand.ts";
import { Me } from "./me.tsx";
import { ProblemList } from "./problems.tsx";
import { ask, lookUpLabel } from "./take.ts";

export { Choices } from "./choices.tsx";

/** A row that was touched, and what may be done with it. */
const RowActs = ({ of, held }: Extract<Screen, { readonly is: "row" }>) => {
  const { box_no, zongpai, category } = of;
  const item = box_no && { box_no, zongpai, category };
  const set: Act = {
    icon: "set",
    word: words.acts.setTo,
    more: true,
    run: () => item && ask(item, held),
  };
  const look: Act = {
    icon: "look",
    word: words.modes.look,
    run: () => lookUpLabel({ kind: "zongpai", value: zongpai }),
  };
  const mayset = may(category ? "patch-attachment-box" : "edit-box");
  const acts = item
    ? [...(mayset ? [set] : []), ...itemActs(item, held)]
    : [...placeActs(of), look];
  return (
    <ul class="picks">
      {acts.map((one) => (
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
