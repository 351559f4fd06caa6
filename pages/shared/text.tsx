import { words } from "site:languages";
import { type ComponentChildren, Fragment } from "preact";
import { categoryNameOf, spokenFormats } from "./language.ts";
import { type RefusalText, refusalValuesOf } from "./refusal.ts";
import type { RefusalValues } from "./refusal-parser.ts";

export const CodeText = ({ children }: { children: string }) => (
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
const templatePieces = (line: string) => line.split(/\{(\w+)\}/);

/** A line of the site's words with its places filled. */
export const fillTemplate = (line: string, places: Readonly<Record<string, ComponentChildren>>) =>
  templatePieces(line).map((part, at) => (
    <Fragment key={at}>{at % 2 ? places[part] : part}</Fragment>
  ));

/** A value of a refusal, as this page writes it. */
const renderValue = (name: string, value: string) => {
  if (name === "category") return categoryNameOf(value);
  return /quantity|headroom|ordered/.test(name) ? (
    formatAmount(Number(value))
  ) : (
    <CodeText>{value}</CodeText>
  );
};

const renderItem = ({ category, zongpai = "" }: RefusalValues) => {
  const goods = <CodeText>{zongpai}</CodeText>;
  return category
    ? fillTemplate(words.lines.attachment, { category: categoryNameOf(category), goods })
    : goods;
};

const refusalSentences: RefusalValues = words.why;

/** The page's own sentence for a refusal, if it has one and the refusal has every value of it. */
const renderOwnSentence = ({ condition = "", ...values }: RefusalValues) => {
  const line = refusalSentences[condition] ?? "";
  const lacks = templatePieces(line).some(
    (name, at) => at % 2 && values[name === "item" ? "zongpai" : name] === undefined,
  );
  if (!line || lacks) return undefined;
  const places = Object.entries(values).map(([name, value]) => [name, renderValue(name, value)]);
  return fillTemplate(line, { ...Object.fromEntries(places), item: renderItem(values) });
};

/** Why something is refused: by the page's own sentence, otherwise by the service's as it comes. */
export const renderRefusal = (refused: RefusalText): ComponentChildren =>
  renderOwnSentence(refusalValuesOf(refused)) ?? refused.message;

/** An instant as a worker says it: the time today, with the day before that. */
export const formatTime = (instant: number | string) => {
  const at = new Date(instant);
  const { clock, day } = spokenFormats;
  return (at.toDateString() === new Date().toDateString() ? clock : day).format(at);
};

/** A quantity with the site's decimal mark. */
export const formatAmount = (quantity?: number) =>
  quantity === undefined ? "" : spokenFormats.amounts.format(quantity);

/** A number that was counted; `isPart`: on the first page of a list that goes on, so it is no total. */
export const formatCount = (count: number, isPart: unknown): string =>
  isPart ? words.orMore.replace("{count}", formatAmount(count)) : formatAmount(count);

/** A quantity, and of how many where that is known, in the line `of`. */
export const renderAmountOf = (
  of: string,
  count: number,
  total: number | undefined,
  isPart: unknown = false,
) => {
  const shown = formatCount(count, isPart);
  return total === undefined
    ? shown
    : fillTemplate(of, { count: shown, total: formatAmount(total) });
};
/** So many whole units of time. */
export const formatDuration = (unit: "minute" | "hour" | "day", number: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit }).format(
    Math.floor(number),
  );
export const decimalMark = (): string => formatAmount(0.5).slice(1, 2);

export const formatList = (texts: readonly string[]): string => spokenFormats.list.format(texts);
