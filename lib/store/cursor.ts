import { createHash } from "node:crypto";
import * as z from "zod";

const version = 1;

/** In bytes: a sort key may have 1,024, and the key just after this one, where the next page starts, has one more. */
const longestPosition = 1_023;

const Position = z.string().refine((text) => text.isWellFormed() && Buffer.byteLength(text) <= longestPosition);

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

/**
 * The sort key of a cursor; `undefined` if it cannot be read or belongs to another request. It is not signed, because it gives no rights:
 * the request limits what a page can show, whatever position somebody invents.
 */
export const positionOf = (cursor: string, paged: Paged): string | undefined => {
  try {
    const [, hash, position] = Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return hash === hashOf(paged) ? position : undefined;
  } catch {
    return undefined;
  }
};
