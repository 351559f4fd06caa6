import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { amount, fill } from "../shared/text.tsx";
import { leaving, placing, placingBox, takingOut } from "./commands.ts";
import type { Screen } from "./hand.ts";
import type { Item } from "./rows.ts";
import { act, ask, lookUpLabel, push } from "./take.ts";

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
