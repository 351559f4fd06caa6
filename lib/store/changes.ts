import type { Site } from "../site/schema.ts";

/** What the table's stream shows of a row: also how it was, because a recorded operation may take the place of a refusal. */
export const streamView = "NEW_AND_OLD_IMAGES";

/** A pattern of EventBridge, as far as it is needed: such conditions stand at leaves alone. */
export type EventPattern =
  | { readonly exists: boolean }[]
  | { readonly [name: string]: EventPattern };

const recordedPattern = (exists: boolean): EventPattern => ({
  event: { M: { kind: { S: [{ exists }] } } },
});

/**
 * The records of the stream in which an operation was recorded: each once, and no other. A name that is taken out, an index attribute that
 * is mended and a row that expires are none.
 */
export const changePattern: EventPattern = {
  dynamodb: { NewImage: recordedPattern(true), OldImage: recordedPattern(false) },
};

/** By it a queue keeps what happened to one goods, or to a box by itself, in order. */
export const changeGroup = "$.dynamodb.Keys.pk.S";

/**
 * What is sent of a record, in the language of EventBridge Pipes. Within quotes a path is text as it is, or nothing if it leads nowhere;
 * without them it is an object.
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
