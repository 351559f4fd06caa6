import { createHash } from "node:crypto";
import * as z from "zod";

const version = 1;

/** In bytes: a sort key may have 1,024, and the key just after this one, where the next page starts, has one more. */
const longestPosition = 1_023;

const Position = z.string().refine((text) => text.isWellFormed() && Buffer.byteLength(text) <= longestPosition);

const Cursor = z.tuple([z.literal(version), z.string(), Position]);

/** What a list shows: names and values. One that is undefined does not count. */
type Filters = Readonly<Record<string, string | boolean | undefined>>;

const hashOf = (filters: Filters): string => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return createHash("sha256").update(JSON.stringify(given.sort())).digest("base64url").slice(0, 12);
};

/** An opaque position: after this sort key, under these filters. */
export const cursorAfter = (sortKey: string, filter: Filters): string =>
  Buffer.from(JSON.stringify([version, hashOf(filter), sortKey])).toString("base64url");

/**
 * The sort key of a cursor; `undefined` if it cannot be read or belongs to other filters. It is not signed, because it gives no rights:
 * the filters limit what a page can show, whatever position somebody invents.
 */
export const positionOf = (cursor: string, filter: Filters): string | undefined => {
  try {
    const [, hash, position] = Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return hash === hashOf(filter) ? position : undefined;
  } catch {
    return undefined;
  }
};
