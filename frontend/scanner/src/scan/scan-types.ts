import type { ElementString } from "./element-string.ts";

/** The fields that a label may contain. */
export const scannedFields = ["box_no", "zongpai", "location"] as const;
export type ScannedField = (typeof scannedFields)[number];

type FieldSource = { readonly ai: string; readonly before: string };

/** How a site reads scans. It is plain JSON, so that a browser loads nothing else. `scanSettings` makes it. */
export type ScanSettings = {
  readonly symbologies: readonly string[];
  readonly separators: readonly string[];
  readonly trailing: readonly ("CR" | "LF" | "TAB")[];
  readonly unmarked: "bare" | "gs1";
  /** Whether a web address may be a GS1 Digital Link. */
  readonly links: boolean;
  /** The fields whose codes may be another code twice, such as 1212. A label twice in one is no error there. */
  readonly doubles?: readonly ScannedField[];
  /** The prefixes of bare labels, if they distinguish the fields. */
  readonly prefixes?: Readonly<Record<ScannedField, string>> | undefined;
  readonly fields: Readonly<
    Record<
      ScannedField,
      {
        readonly sources: readonly FieldSource[];
        readonly pattern: string;
        readonly flags: string;
        readonly accepts: string;
        /** Whether the value ends with the check digit of GS1 keys. */
        readonly checkDigit?: boolean;
      }
    >
  >;
};

/** A parsed scan. `text`: the text without the characters that the scanner added. */
export type Scan = {
  readonly symbology?: string;
  readonly kind: "bare" | "gs1";
  readonly text: string;
  readonly elements: readonly ElementString[];
  /** The label that the text repeats, if it is one label several times. */
  readonly doubled?: Scan;
  /** Why no field can be read from the scan. */
  readonly refused?: string;
  /** What is probably wrong if the scan is no label here: Caps Lock, an input method, or an invisible character. */
  readonly cause?: "capsLock" | "inputMethod" | "unseen";
  /** The key of a key card. It is secret, and no other field of the scan contains it. */
  readonly key?: string;
};

/** What the caller knows of the keyboard. */
export type KeyboardState = {
  /** Whether Caps Lock is on (`getModifierState`). */
  readonly capsLock?: boolean;
};
