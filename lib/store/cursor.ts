import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { UnknownCursorError } from "../errors.ts";

const version = 1;

/** In bytes: a sort key may have 1,024, and the next page starts at a key with one byte more than this. */
const longestPosition = 1_023;

const Position = z
  .string()
  .check(z.refine((text) => text.isWellFormed() && Buffer.byteLength(text) <= longestPosition));

const Cursor = z.tuple([z.literal(version), z.string(), Position]);

/** What is paged: the endpoint, and what the request asks of it. */
export type Paged = readonly (string | boolean | undefined)[];

const hashOf = (paged: Paged): string =>
  createHash("sha256")
    .update(JSON.stringify(paged.map((part) => part ?? null)))
    .digest("base64url")
    .slice(0, 12);

/** An opaque position: this sort key, in what is paged. */
export const cursorAt = (sortKey: string, paged: Paged): string =>
  Buffer.from(JSON.stringify([version, hashOf(paged), sortKey])).toString("base64url");

const parsed = (cursor: string) => {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new UnknownCursorError();
  }
};

/**
 * The sort key of a cursor. It is not signed, because it gives no rights: the request limits what a page shows, whatever the position.
 * @throws UnknownCursorError if it cannot be read or belongs to another request
 */
export const positionOf = (cursor: string | undefined, paged: Paged): string | undefined => {
  if (cursor === undefined) return undefined;
  const [, hash, position] = parsed(cursor);
  if (hash !== hashOf(paged)) throw new UnknownCursorError();
  return position;
};
