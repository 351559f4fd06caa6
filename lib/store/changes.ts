import type { Site } from "../site/schema.ts";

/** A row as the table's stream shows it. It has the earlier row, too, because a recorded operation can replace a refusal. */
export const streamView = "NEW_AND_OLD_IMAGES";

/** A pattern of EventBridge, with the only condition that we need at its leaves. */
export type EventPattern =
  | { readonly exists: boolean }[]
  | { readonly [name: string]: EventPattern };

const recordedPattern = (exists: boolean): EventPattern => ({
  event: { M: { kind: { S: [{ exists }] } } },
});

/**
 * Matches a record of the stream exactly once for each recorded operation. A name that is removed, a repaired index attribute and a row that
 * expires do not match.
 */
export const changePattern: EventPattern = {
  dynamodb: { NewImage: recordedPattern(true), OldImage: recordedPattern(false) },
};

/** A queue keeps the changes of one goods, or of a box by itself, in order, because they have the same group. */
export const changeGroup = "$.dynamodb.Keys.pk.S";

/**
 * The message of a record, in the language of EventBridge Pipes. A path within quotes gives text, or nothing if the attribute is absent; a
 * path without quotes gives an object.
 */
export const changeTemplate = ({ changes, formats }: Site): string => {
  const row = (attribute: string) => `<$.dynamodb.NewImage.${attribute}>`;
  const text = (attribute: string) => `"${row(attribute)}"`;
  const fields = {
    version: text("v.N"),
    id: text("sk.S"),
    zongpai: text("zongpai.S"),
    box_no: text("box_no.S"),
    instant: text("at.N"),
    decimals: formats.quantity.decimals,
    event: row("event.M"),
    ...(changes !== false && changes.who ? { who: row("who") } : {}),
  };
  const parts = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  return `{${parts.join()}}`;
};
