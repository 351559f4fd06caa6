// What `import … from "<the package>/scan"` gives.
export type { FieldReading, Scan, ScannedField, ScanSettings } from "#scanner/scan/read.ts";
export { fieldOf, fieldReader, kindsOf, readScan } from "#scanner/scan/read.ts";
export { readWedge, type WedgeOptions } from "#scanner/scan/wedge.ts";
