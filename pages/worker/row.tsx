import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { type Act, itemActs, placeActs } from "./acts.tsx";
import type { Screen } from "./hand.ts";
import { ask, lookUpLabel } from "./take.ts";

const { acts } = words;

/** A row that was touched, and what may be done with it. */
export const RowActs = ({ of, held }: Extract<Screen, { readonly is: "row" }>) => {
  const { box_no, zongpai, category } = of;
  const item = box_no && { box_no, zongpai, category };
  const all: Act[] = item
    ? itemActs(item, held)
    : [
        ...placeActs(zongpai, category),
        {
          icon: "look",
          word: words.modes.look,
          run: () => lookUpLabel({ kind: "zongpai", value: zongpai }),
        },
      ];
  if (item && may(category ? "patch-attachment-box" : "edit-box"))
    all.unshift({ icon: "set", word: acts.setTo, more: true, run: () => ask(item, held) });
  return (
    <ul class="picks">
      {all.map(({ icon, word, more, run }) => (
        <li key={icon}>
          <button type="button" class="pick act" data-test="act" onClick={run}>
            <Icon name={icon} />
            <b>{word}</b>
            {more && <Icon name="more" />}
          </button>
        </li>
      ))}
    </ul>
  );
};
