/** Labels that stand on every parcel, as scanners send them: their meaning, and some examples. No shelf, box or goods of a warehouse has them. */
export const foreignLabels: readonly (readonly [meaning: string, ...examples: string[]])[] = [
  // Data identifiers of ANSI MH10.8.2.
  ["a quantity", "Q1", "Q24", "Q100", "Q20240"],
  ["a supplier's part number", "1P7722-ABC", "1P4711", "1PA12345678"],
  ["a customer's part number", "P7722-ABC", "P4711", "P12345678"],
  ["a serial number", "S4711", "S123456", "S2026A00017"],
  ["a supplier", "V4711", "V123456"],
  ["a purchase order", "K4711", "K4500012345", "K45000123-10"],
  ["a batch", "1T4711", "1TAB123456"],
  ["a country of origin", "4LDE", "4LCN"],
  ["a package", "3S4711", "1JUN123456789A1B2"],
  // GS1 numbers without an identifier, as from EAN codes.
  ["an EAN-8", "96385074"],
  ["a UPC", "036000291452"],
  ["an EAN-13", "4006381333931"],
  ["an ITF-14", "14006381333938"],
  ["an SSCC", "340123450000000017", "00340123450000000017"],
  ["a web address", "https://www.example.com/p/4711", "www.example.com"],
  ["a date", "2026-11-28", "20261128", "261128", "28.11.2026", "28112026"],
  ["a carrier's number", "1Z999AA10123456784", "JJD000390007123456789", "RR123456785DE"],
  ["a carrier's number", "123456789012", "00340434161094042557", "X0012ABCDE"],
];
