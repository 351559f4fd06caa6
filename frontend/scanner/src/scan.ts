/** The reading of scans. */
export type { FieldReading, Scan, ScannedField, ScanSettings } from "./scan/read-scan.ts";
export { fieldOf, fieldReader, kindsOf, readScan } from "./scan/read-scan.ts";
export { type RefusedText, readWedge, type WedgeOptions } from "./scan/wedge.ts";
export type { RefusalReason } from "./scan/wedge-keys.ts";
