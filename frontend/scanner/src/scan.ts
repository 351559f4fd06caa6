/** The reading of scans. */
export type { FieldReading, Scan, ScannedField, ScanSettings } from "./scan/read-scan.ts";
export { fieldOf, fieldReader, kindsOf, readScan } from "./scan/read-scan.ts";
export { readWedge, type WedgeOptions } from "./scan/wedge.ts";
