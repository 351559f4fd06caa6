import words from "site:words/worker";
import type { LabelCommand } from "#labels/command-codes.ts";
import { signalInHand } from "../device/signals.ts";
import { drawNow, set, topScreen } from "../state.ts";
import { commandWordsIn } from "./command-words.ts";
import { numberOnPad } from "./pad-number.ts";
import { showWrongLabel } from "./scan-labels.ts";

const { notes, wrong } = words;

/** A second command within these milliseconds is a bounce of the scanner's trigger. */
const bounceMs = 300;
let lastCommandAt = Number.NEGATIVE_INFINITY;

const refuseCommand = (command: LabelCommand) => {
  const screen = topScreen();
  const hasTwoMeanings = screen?.is === "pad" && numberOnPad(screen).meanings.length > 1;
  const padNote = hasTwoMeanings ? notes.addOrSet : notes.finishNumber;
  showWrongLabel({
    label: "",
    word: commandWordsIn(words)[command],
    text: wrong.noKey,
    note: screen?.is === "pad" ? padNote : notes.notSent,
  });
};

/** Presses the button of a command that was scanned at `at`. If the page does not show the button, the command is refused. */
export const runCommand = (command: LabelCommand, at: number): void => {
  const isBounce = at - lastCommandAt < bounceMs;
  lastCommandAt = at;
  if (isBounce) {
    set({ note: notes.again });
    return;
  }
  drawNow();
  const key = document.querySelector<HTMLElement>(`[data-command="${command}"]:enabled`);
  if (!key) {
    refuseCommand(command);
    return;
  }
  key.click();
  // "Off shelf" makes its own sound when it is taken in hand.
  if (command !== "offShelf") signalInHand();
};
