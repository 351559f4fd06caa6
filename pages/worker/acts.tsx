import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { amount, fill } from "../shared/text.tsx";
import { leaving, placing, placingBox, takingOut } from "./commands.ts";
import type { Item } from "./rows.ts";
import { act, push } from "./take.ts";

const { acts } = words;

export type Act = {
  readonly icon: IconName;
  readonly word: ComponentChildren;
  /** More is asked. */
  readonly more?: boolean;
  readonly run: () => void;
};

/** What may be done with so many of an item that are in a box; `quantity`: how many of them are moved. */
export const itemActs = (of: Item, held: number, quantity = held): Act[] => {
  const all: (Act | false)[] = [
    may(of.category ? "delete-attachment-box" : "delete-box") && {
      icon: "out",
      word: fill(acts.takeOut, { count: amount(held) }),
      run: () => act(takingOut(of, held)),
    },
    may("move-item") && {
      icon: "move",
      word: fill(acts.moveTo, { count: amount(quantity) }),
      more: true,
      run: () => push({ is: "move", of, held, quantity }),
    },
  ];
  return all.filter((one) => !!one);
};

/** What may be done with what has a place; what is off shelf can leave alone. */
export const placeActs = (zongpai: string, category?: string, off?: boolean): Act[] => {
  const all: (Act | false)[] = [
    !off &&
      may(category ? "post-attachment-location" : "post-trace-location") && {
        icon: "floor",
        word: acts.offShelf,
        run: () => act(placing({ off_shelf: true }, zongpai, category)),
      },
    may("clear-place") && {
      icon: "gone",
      word: acts.left,
      run: () => act(leaving(zongpai, category)),
    },
  ];
  return all.filter((one) => !!one);
};

export const boxActs = (box_no: string, off?: boolean): Act[] =>
  may("post-box-location") && !off
    ? [
        {
          icon: "floor",
          word: words.offShelf,
          run: () => act(placingBox({ off_shelf: true }, box_no)),
        },
      ]
    : [];

export const Deeds = ({ acts: all }: { acts: readonly Act[] }) =>
  all.length > 0 ? (
    <div class="deeds">
      {all.map(({ icon, word, run }) => (
        <button type="button" class="btn" key={icon} data-test="act" onClick={run}>
          <Icon name={icon} />
          <span>{word}</span>
        </button>
      ))}
    </div>
  ) : null;
