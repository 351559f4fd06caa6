import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { UnknownCursorError } from "../errors.ts";

const cursorVersion = 1;

/** In bytes: a sort key may have 1,024, and the next page starts at a key with one byte more than this. */
const longestPositionBytes = 1_023;

const PagePosition = z
  .string()
  .check(
    z.refine((text) => text.isWellFormed() && Buffer.byteLength(text) <= longestPositionBytes),
  );

const CursorParts = z.tuple([z.literal(cursorVersion), z.string(), PagePosition]);

/** The endpoint, and the fields of the request that choose its entries. */
export type PagedRequest = readonly (string | boolean | undefined)[];

const hashOf = (paged: PagedRequest): string =>
  createHash("sha256")
    .update(JSON.stringify(paged.map((part) => part ?? null)))
    .digest("base64url")
    .slice(0, 12);

/** An opaque cursor: a sort key as the position, and the request to which it belongs. */
export const cursorAt = (sortKey: string, paged: PagedRequest): string =>
  Buffer.from(JSON.stringify([cursorVersion, hashOf(paged), sortKey])).toString("base64url");

const parseCursor = (cursor: string) => {
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    return CursorParts.parse(JSON.parse(text));
  } catch {
    throw new UnknownCursorError();
  }
};

/**
 * The sort key of a cursor. It is not signed, because it grants nothing: the request alone limits the rows of a page.
 * @throws UnknownCursorError if it cannot be read or belongs to another request
 */
export const positionOf = (cursor: string | undefined, paged: PagedRequest): string | undefined => {
  if (cursor === undefined) return undefined;
  const [, hash, position] = parseCursor(cursor);
  if (hash !== hashOf(paged)) throw new UnknownCursorError();
  return position;
};
