import { once } from "node:events";
import { createInterface } from "node:readline/promises";

/** Whether a person can answer a question of this process. */
export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks a question at the terminal. Only Enter, Ctrl+C and Ctrl+D mean no. */
export const askToConfirm = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = terminal.question(`${question} [y/N] `).catch(() => "");
    const closed = once(terminal, "close").then(() => "");
    return /^y(es)?$/i.test((await Promise.race([answer, closed])).trim());
  } finally {
    terminal.close();
  }
};
