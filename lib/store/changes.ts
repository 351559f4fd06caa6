import type { Site } from "../site/schema.ts";

/** What the table's stream shows of a row: also how it was, because a recorded operation may take the place of a refusal. */
export const streamView = "NEW_AND_OLD_IMAGES";

/** A pattern of EventBridge, as far as it is needed: such conditions stand at leaves alone. */
export type Pattern = { readonly exists: boolean }[] | { readonly [name: string]: Pattern };

const recorded = (exists: boolean): Pattern => ({ event: { M: { kind: { S: [{ exists }] } } } });

/**
 * The records of the stream in which an operation was recorded: each once, and no other. A name that is taken out, an index attribute that
 * is mended and a row that expires are none.
 */
export const changePattern: Pattern = {
  dynamodb: { NewImage: recorded(true), OldImage: recorded(false) },
};

/** By it a queue keeps what happened to one goods in order. */
export const changeGroup = "$.dynamodb.Keys.pk.S";

/** What is sent of a record, in the language of EventBridge Pipes: each `<path>` stands for the JSON value there. */
export const changeTemplate = ({ changes, formats }: Site): string => {
  const row = (attribute: string) => `<$.dynamodb.NewImage.${attribute}>`;
  const fields = {
    version: row("v.N"),
    id: row("sk.S"),
    zongpai: row("zongpai.S"),
    instant: row("at.N"),
    decimals: formats.quantity.decimals,
    event: row("event.M"),
    ...(changes !== false && changes.who ? { who: row("who.S") } : {}),
  };
  const parts = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  return `{${parts.join()}}`;
};
