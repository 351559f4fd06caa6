import type { ScannedField, ScanSettings } from "#scanner/scan/read-scan.ts";
import type { Site } from "../site/schema.ts";

const fieldOf = {
  boxNo: "box_no",
  zongpai: "zongpai",
  location: "location",
} as const satisfies Record<string, ScannedField>;

/** The site's settings for a reader of scans, as plain JSON. */
export const scanSettings = ({ scan, formats }: Pick<Site, "scan" | "formats">): ScanSettings => {
  const fieldSettings = (name: "boxNo" | "zongpai" | "location") => {
    const { pattern, accepts, checkDigit } = formats[name];
    const { source, flags } = pattern;
    return {
      sources: scan[name],
      pattern: source,
      flags,
      accepts,
      ...(checkDigit && { checkDigit }),
    };
  };
  const { symbologies, separators, trailing, unmarked, links, kinds, doubles } = scan;
  const prefixes =
    typeof kinds === "object"
      ? { box_no: kinds.boxNo, zongpai: kinds.zongpai, location: kinds.location }
      : undefined;
  return {
    symbologies,
    separators,
    trailing,
    unmarked,
    links,
    doubles: doubles.map((name) => fieldOf[name]),
    prefixes,
    fields: {
      box_no: fieldSettings("boxNo"),
      zongpai: fieldSettings("zongpai"),
      location: fieldSettings("location"),
    },
  };
};
