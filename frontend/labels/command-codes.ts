/** The buttons of the worker's page that have a label to scan. */
export type LabelCommand =
  | "shelve"
  | "box"
  | "attach"
  | "look"
  | "check"
  | "offShelf"
  | "save"
  | "cancel"
  | "takeBack";

/** The prefix of every command code. */
export const commandPrefix = "XTOUCHX";

/**
 * All texts that are reserved for commands. US, German and French keyboards type these letters with the same keys. They differ in A, M, Q,
 * W, Y, Z, symbols and digits; on a French keyboard a digit needs Shift.
 */
export const commandPattern: RegExp = /^XTOUCHX[B-LN-PR-VX]{3,12}$/;

/** The code on the label of each command. */
export const commandCodes: Readonly<Record<LabelCommand, string>> = {
  shelve: "XTOUCHXSHELVE",
  box: "XTOUCHXBOX",
  attach: "XTOUCHXCONNECT",
  look: "XTOUCHXLOOKUP",
  check: "XTOUCHXCHECK",
  offShelf: "XTOUCHXOFFSHELF",
  save: "XTOUCHXRECORD",
  cancel: "XTOUCHXSTOP",
  takeBack: "XTOUCHXUNDO",
};

export const labelCommands = Object.keys(commandCodes) as LabelCommand[];
