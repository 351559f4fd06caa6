import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import type { LabelCommand } from "#labels/command-codes.ts";
import {
  type BoxItem,
  leaveCommand,
  type PlacedItem,
  placeCommand,
  takeOutCommand,
  type WriteCommand,
} from "../../shared/commands.ts";
import type { IconName } from "../../shared/icon.tsx";
import { mayCall } from "../../shared/rights.ts";
import { fillTemplate, formatAmount } from "../../shared/text.tsx";
import { sendFromScreen } from "../scan/steps.ts";
import { type Action, Button } from "./button.tsx";
import { openScreen } from "./navigation.ts";

const { acts } = words;

const sendingActions = (
  icon: IconName,
  word: ComponentChildren,
  write: WriteCommand,
  command?: LabelCommand,
): Action[] =>
  mayCall(write.route) ? [{ icon, word, command, run: () => sendFromScreen(write) }] : [];

/** The actions on an item in a box; `quantity`: how many to move. */
export const itemActions = (of: BoxItem, held: number, quantity = held): Action[] => {
  const move: Action = {
    icon: "move",
    word: fillTemplate(acts.moveTo, { count: formatAmount(quantity) }),
    opens: true,
    run: () => openScreen({ is: "move", of, held, quantity }),
  };
  return [
    ...sendingActions(
      "out",
      fillTemplate(acts.takeOut, { count: formatAmount(held) }),
      takeOutCommand(of, held),
    ),
    ...(mayCall("move-item") ? [move] : []),
  ];
};

/** The actions on goods, an attachment or a box with a place. What is off shelf can only leave. A box leaves with its goods (`boxActions`). */
export const placeActions = (of: PlacedItem, isOffShelf?: boolean): Action[] => [
  ...(isOffShelf
    ? []
    : sendingActions("floor", acts.offShelf, placeCommand({ off_shelf: true }, of), "offShelf")),
  ...(of.box_no ? [] : sendingActions("gone", acts.left, leaveCommand(of))),
];

export const ActionList = ({ actions }: { readonly actions: readonly Action[] }) =>
  actions.length > 0 ? (
    <div class="offers">
      {actions.map((one) => (
        <Button key={one.icon} test="act" {...one} />
      ))}
    </div>
  ) : null;
