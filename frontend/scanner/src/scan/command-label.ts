import { commandCodes, type LabelCommand, labelCommands } from "../../../labels/command-codes.ts";
import { gs1Symbologies } from "./parse-scan.ts";
import { foldWidth } from "./scan-text.ts";
import type { ScanSettings } from "./scan-types.ts";
import { unpackScan } from "./unpack-scan.ts";

/** The command of a scan that contains only its code. GS1 element strings contain no commands. */
export const commandIn = (
  raw: string,
  settings: Pick<ScanSettings, "trailing">,
): LabelCommand | undefined => {
  const { base = "", text } = unpackScan(foldWidth(raw), settings);
  if (gs1Symbologies.has(base)) return undefined;
  return labelCommands.find((command) => commandCodes[command] === text);
};
