import type { ScannerReadings } from "./scanner-readings.ts";

// The settings that correct a scanner, by the names in docs/devices.md. Vendors' menu names are not translated.

const zebra = (menu: string) => `Zebra: DataWedge, ${menu}`;
const honeywell = (menu: string) => `Honeywell: Data Processing Settings, ${menu}`;
const keyEvents = "Keystroke output, Key event options";

const aim = [zebra("Scanner params, Code ID Type"), honeywell("Symbology Prefix")];
const sentAsText = [zebra(`${keyEvents}, Send Characters as Events`), honeywell("Wedge Method")];
const controlsAsText = [
  zebra(`${keyEvents}, Send Control Characters as Events`),
  honeywell("Wedge as keys"),
];

/** Where to set what a verdict asks for. `end`: the key that ends a label at this site. */
export const settingPlaces = (
  verdict: ScannerReadings["verdict"],
  end: string,
): readonly string[] => {
  const places: Readonly<Partial<Record<ScannerReadings["verdict"], readonly string[]>>> = {
    end: [zebra(`Basic data formatting, Send ${end.toUpperCase()} key`), honeywell("Suffix")],
    prefix: [zebra("Basic data formatting, Prefix to data"), honeywell("Prefix")],
    twice: [zebra("Intent output"), honeywell("Scan to Intent")],
    ...{ combination: controlsAsText, separatorKeys: controlsAsText, separator: controlsAsText },
    ...{ layout: sentAsText, compare: sentAsText, case: sentAsText },
    ...{ identifier: aim, noIdentifier: aim },
  };
  return places[verdict] ?? [];
};
