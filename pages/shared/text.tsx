import { words } from "site:languages";
import { type ComponentChildren, Fragment } from "preact";
import { categoryName, formats } from "./language.ts";
import { type Refused, type Values, valuesOf } from "./refusal.ts";

export const Code = ({ children }: { children: string }) => (
  <code class={children.length > 24 ? "long most" : children.length > 12 ? "long" : undefined}>
    {children.split(/(?<=-)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);

/** Text and the names of places, by turns. */
const piecesOf = (line: string) => line.split(/\{(\w+)\}/);

/** A line of the site's words with its places filled. */
export const fill = (line: string, places: Readonly<Record<string, ComponentChildren>>) =>
  piecesOf(line).map((part, at) => <Fragment key={at}>{at % 2 ? places[part] : part}</Fragment>);

/** A value of a refusal, as this page writes it. */
const shown = (name: string, value: string) => {
  if (name === "category") return categoryName(value);
  return /quantity|headroom|ordered/.test(name) ? amount(Number(value)) : <Code>{value}</Code>;
};

const itemOf = ({ category, zongpai = "" }: Values) => {
  const goods = <Code>{zongpai}</Code>;
  return category
    ? fill(words.lines.attachment, { category: categoryName(category), goods })
    : goods;
};

const why: Values = words.why;

/** The page's own sentence for a refusal, if it has one and the refusal has every value of it. */
const ownOf = ({ condition = "", ...values }: Values) => {
  const line = why[condition] ?? "";
  const lacks = piecesOf(line).some(
    (name, at) => at % 2 && values[name === "item" ? "zongpai" : name] === undefined,
  );
  if (!line || lacks) return undefined;
  const places = Object.entries(values).map(([name, value]) => [name, shown(name, value)]);
  return fill(line, { ...Object.fromEntries(places), item: itemOf(values) });
};

/** Why something is refused: by the page's own sentence, otherwise by the service's as it comes. */
export const sentence = (refused: Refused): ComponentChildren =>
  ownOf(valuesOf(refused)) ?? refused.message;

/** An instant as a worker says it: the time today, with the day before that. */
export const time = (instant: number | string) => {
  const at = new Date(instant);
  const { clock, day } = formats;
  return (at.toDateString() === new Date().toDateString() ? clock : day).format(at);
};

/** A quantity with the site's decimal mark. */
export const amount = (quantity?: number) =>
  quantity === undefined ? "" : formats.amounts.format(quantity);

/** A number that was counted; `isPart`: on the first page of a list that goes on, so it is no total. */
export const counted = (count: number, isPart: unknown): string =>
  isPart ? words.orMore.replace("{count}", amount(count)) : amount(count);

/** A quantity, and of how many where that is known, in the line `of`. */
export const amountOf = (
  of: string,
  count: number,
  total: number | undefined,
  isPart: unknown = false,
) => {
  const shown = counted(count, isPart);
  return total === undefined ? shown : fill(of, { count: shown, total: amount(total) });
};
/** So many whole units of time. */
export const amountIn = (unit: "minute" | "hour" | "day", number: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit }).format(
    Math.floor(number),
  );
export const decimalMark = (): string => amount(0.5).slice(1, 2);

export const listOf = (texts: readonly string[]): string => formats.list.format(texts);
