import { type BareItem, DisplayString, serializeDictionary, Token } from "structured-headers";
import * as z from "zod/mini";
import { hasCheckDigit } from "#labels/check-digit.ts";
import type { Refusal } from "../errors.ts";
import { maxTextLength } from "../fields.ts";
import type { Site } from "../site/schema.ts";

/** The output of a schema that depends on the site. */
export type SchemaOutput<Schema extends (site: Site) => z.ZodMiniType> = z.output<
  ReturnType<Schema>
>;

/** Text without control and format characters (such as right-to-left marks) and lone surrogates. */
export const plainTextPattern = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u;

/** Text that is safe to keep and to show. */
export const PlainText = (accepts: string, longest = maxTextLength) =>
  z
    .string({ error: accepts })
    .check(
      z.maxLength(longest, { error: accepts, abort: true }),
      z.regex(plainTextPattern, { error: accepts, abort: true }),
    );

const longestCursor = 2_000;

export const NonEmptyText = (accepts: string, longest = maxTextLength) =>
  PlainText(accepts, longest).check(z.minLength(1, { error: accepts }));

export const PageCursor = ({ accepts: { cursor } }: Site) => NonEmptyText(cursor, longestCursor);

export const FormattedText = ({ pattern, accepts, checkDigit }: Site["formats"]["zongpai"]) =>
  PlainText(accepts).check(
    z.regex(pattern, { error: accepts, abort: true }),
    z.refine((text) => !checkDigit || hasCheckDigit(text), { error: accepts }),
  );

/** As {@link BoxNo} for requests only: a stored one may be older than the format. */
export const Zongpai = ({ formats }: Site) => FormattedText(formats.zongpai);
export const BoxNo = ({ formats }: Site) => FormattedText(formats.boxNo);

/** 1.25 with two decimals is 125; `undefined` if a number has more decimals. */
export const toScaled = (value: number, decimals: number): number | undefined => {
  const scaled = Math.round(value * 10 ** decimals);
  return scaled / 10 ** decimals === value ? scaled : undefined;
};

export const fromScaled = (scaled: number, decimals: number): number => scaled / 10 ** decimals;

/** Fills the placeholders of a message; `{zongpai}` of a box by itself gets the box number. A number is a scaled quantity. */
export const fillMessage = (
  message: string,
  detail: Readonly<Record<string, string | number>>,
  decimals: number,
): string =>
  message.replace(/\{(\w{1,40})\}/g, (_, name: string) => {
    const instead = name === "zongpai" ? detail.box_no : undefined;
    const value = detail[name] ?? instead ?? "";
    return String(typeof value === "number" ? fromScaled(value, decimals) : value);
  });

/** Details that are sentences, or names that are composed of other values. */
const proseDetails: readonly string[] = ["problems", "blocked", "item"];
/** Details that are whole numbers. They are text, because a number in a detail is a scaled quantity. */
const countDetails: readonly string[] = ["revision", "expected_revision", "limit"];

/** RFC 9651 has decimals of 12 digits before the point and 3 after it: any other quantity is a String. */
const quantityOf = (quantity: number): number | string =>
  Number(quantity.toFixed(3)) === quantity && Math.abs(quantity) < 1e12
    ? quantity
    : String(quantity);

const memberOf = (name: string, value: string | number, decimals: number): BareItem => {
  if (typeof value === "number") return quantityOf(fromScaled(value, decimals));
  if (countDetails.includes(name)) return Number(value);
  return /^[ -~]*$/.test(value) ? value : new DisplayString(value);
};

/** The condition of a refusal and its values, quantities in wire units, as a Dictionary of RFC 9651: `condition=boxNotFound, box_no="BX4"`. */
export const serializeRefusalValues = (
  { condition, detail }: Pick<Refusal, "condition" | "detail">,
  decimals: number,
): string => {
  const values = Object.entries(detail).filter(([name]) => !proseDetails.includes(name));
  // A row gives a stored detail in another order, but a replay must have the same header.
  const sorted = values.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const members = sorted.map(([name, value]) => [name, memberOf(name, value, decimals)]);
  return serializeDictionary({
    condition: new Token(condition),
    ...Object.fromEntries(members),
  });
};

/** The days from 1970 to 8999, with leap days, in one pattern, because the description has only one of a field. */
const dayPattern =
  /^(?=19[7-9]|[2-8])(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;

/** A day as YYYY-MM-DD. Every database has it, and the day after it. */
export const Day = ({ accepts: { day: error } }: Site) =>
  z.string({ error }).check(z.regex(dayPattern, { error }));

const scaledNumber = (
  wire: z.ZodMiniNumber<number>,
  { decimals, accepts }: Site["formats"]["quantity"],
) =>
  z.codec(wire, z.int(), {
    decode: (value, context) => {
      const scaled = toScaled(value, decimals);
      if (scaled !== undefined) return scaled;
      context.issues.push({ code: "custom", input: value, message: accepts });
      return z.NEVER;
    },
    encode: (scaled) => fromScaled(scaled, decimals),
  });

/** A quantity in a request (specification §7: INVALID_QUANTITY). */
export const RequestQuantity = ({ formats: { quantity } }: Site) =>
  scaledNumber(
    z
      .number({ error: quantity.accepts })
      .check(
        z.gte(quantity.least, { error: quantity.accepts }),
        z.lte(quantity.most, { error: quantity.accepts }),
      ),
    quantity,
  );

/** An amount in an answer. Sums and the ERP's numbers may be outside the range of one scan. */
export const AnswerQuantity = ({ formats: { quantity } }: Site) =>
  scaledNumber(z.number(), quantity);

const rfc3339 = z.iso.datetime({ offset: true });

/** An instant in an answer: RFC 3339 on the wire, epoch milliseconds inside. */
export const AnswerInstant = () =>
  z.codec(rfc3339, z.int().check(z.gte(0)), {
    decode: (text) => Date.parse(text),
    encode: (epochMs) => new Date(epochMs).toISOString(),
  });

/** RFC 3339 takes its `T` and `Z` in small letters, too. */
const { source = "" } = rfc3339._zod.def.pattern ?? {};
const rfc3339EitherCase = new RegExp(source.replace("T", "[Tt]").replace("Z", "[Zz]"));

/** The instant of a scan, in a request. */
export const ScanInstant = ({ accepts: { scannedAt: error, scannedAtEarly } }: Site) =>
  z.codec(
    z.stringFormat("date-time", rfc3339EitherCase, { error }),
    z.int({ error }).check(z.gte(0, { error: scannedAtEarly })),
    {
      decode: (text) => Date.parse(text.toUpperCase()),
      encode: (epochMs) => new Date(epochMs).toISOString(),
    },
  );

/** One of our words, under the site's own on the wire. */
export const SiteWord = <Word extends string>(
  words: readonly Word[],
  named: Readonly<Record<Word, string>>,
) =>
  z.codec(z.enum(words.map((word) => named[word])), z.enum(words), {
    decode: (wire) => words.find((word) => named[word] === wire) ?? z.NEVER,
    encode: (word) => named[word],
  });

/**
 * The text without this character at its end. A pattern such as `0+$` would be quadratic: it is tried from each zero, also from those inside
 * the text.
 */
export const trimEndOf = (text: string, character: string): string => {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
};
