// What `import … from "<the package>/scan"` gives.
export type { FieldReading, Scan, ScannedField, ScanSettings } from "../../../lib/scan/read.ts";
export { fieldOf, fieldReader, kindsOf, readScan } from "../../../lib/scan/read.ts";
export { readWedge, type WedgeOptions } from "../../../lib/scan/wedge.ts";
