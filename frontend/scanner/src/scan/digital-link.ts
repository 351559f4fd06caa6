import { fnc1 } from "./scan-text.ts";

/** The names that older editions write in place of numbers (GS1 Digital Link URI syntax 1.1). */
const keyNames: Readonly<Record<string, string>> = {
  ...{ sscc: "00", gtin: "01", gdti: "253", gcn: "255", ginc: "401", gsin: "402", gln: "414" },
  ...{ grai: "8003", giai: "8004", itip: "8006", cpid: "8010", gmn: "8013", gsrn: "8018" },
};
const qualifierNames: Readonly<Record<string, string>> = {
  ...{ lot: "10", ser: "21", cpv: "22", glnx: "254", cpsn: "8011", srin: "8019" },
};
const names = { ...keyNames, ...qualifierNames };

/** The path and the query of a web address. */
const webAddress = /^https?:\/\/([^?#]*)(?:\?([^#]*))?/i;
const primaryKey = /^(?:0[01]|25[35]|40[12]|41[0-7]|80(?:0[346]|1[0378]))$/;

const isKey = (name: string): boolean =>
  primaryKey.test(name) || Object.hasOwn(keyNames, name.toLowerCase());
const isName = (name: string): boolean =>
  isKey(name) || /^\d+$/.test(name) || Object.hasOwn(qualifierNames, name.toLowerCase());

/** The primary key, its qualifiers and their values at the end of a path, in pairs. Of several keys the first begins them. */
const pairsAtEnd = (path: string): (readonly [string, string])[] => {
  const parts = path.replace(/\/$/, "").split("/");
  const pairs: (readonly [string, string])[] = [];
  let first = 0;
  for (let at = parts.length - 2; at > 0; at -= 2) {
    const [name = "", value = ""] = parts.slice(at, at + 2);
    if (!isName(name) || value === "") break;
    pairs.push([name, value]);
    if (isKey(name)) first = pairs.length;
  }
  return pairs.slice(0, first).toReversed();
};

/** A GTIN of 8, 12 or 13 digits has zeros on the left, because (01) has 14. */
const elementOf = (name: string, value: string): string => {
  const ai = names[name.toLowerCase()] ?? name;
  return ai + (ai === "01" && /^(\d{8}|\d{12,13})$/.test(value) ? value.padStart(14, "0") : value);
};

/**
 * The element strings of a GS1 Digital Link on any host; `undefined` if the text is not a link. Its path ends with a primary key and the
 * key's qualifiers, and its query has the rest (section 4 of the GS1 Digital Link URI syntax). Compressed links are not supported.
 */
export const linkElements = (text: string): string | undefined => {
  const [, path = "", query = ""] = webAddress.exec(text) ?? [];
  const pairs = pairsAtEnd(path);
  if (pairs.length === 0) return undefined;
  for (const part of query.split(/[&;]/)) {
    const [name = "", ...value] = part.split("=");
    if (/^\d+$/.test(name) && value.length > 0) pairs.push([name, value.join("=")]);
  }
  try {
    const elements = pairs.map(([name, value]) => elementOf(name, decodeURIComponent(value)));
    return elements.some((element) => element.includes(fnc1)) ? undefined : elements.join(fnc1);
  } catch {
    return undefined;
  }
};
