import { commandCodes, type LabelCommand, labelCommands } from "../../../labels/command-codes.ts";
import { gs1Symbologies, type ScanSettings, withoutAdded } from "./read-scan.ts";

/** The command of a scan that contains only its code. GS1 element strings contain no commands. */
export const commandIn = (
  raw: string,
  settings: Pick<ScanSettings, "trailing">,
): LabelCommand | undefined => {
  const text = withoutAdded(raw, settings);
  const symbology = /^\][A-Za-z][0-9A-Za-z]/.exec(text)?.[0] ?? "";
  if (gs1Symbologies.has(symbology)) return undefined;
  return labelCommands.find((command) => commandCodes[command] === text.slice(symbology.length));
};
