import type { Site } from "../site/schema.ts";
import type { ScanSettings } from "./read.ts";

/** What a reader of scans must know of a site, as plain JSON. */
export const scanSettings = ({ scan, formats }: Pick<Site, "scan" | "formats">): ScanSettings => {
  const field = (name: "boxNo" | "zongpai" | "location") => {
    const { pattern, accepts } = formats[name];
    return { sources: scan[name], pattern: pattern.source, flags: pattern.flags, accepts };
  };
  const { symbologies, separators, trailing, unmarked } = scan;
  return {
    symbologies,
    separators,
    trailing,
    unmarked,
    fields: { box_no: field("boxNo"), zongpai: field("zongpai"), location: field("location") },
  };
};
