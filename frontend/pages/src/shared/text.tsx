import { words } from "site:languages";
import { type ComponentChildren, Fragment } from "preact";
import { categoryNameOf, spokenFormats } from "./language.ts";
import { type RefusalText, refusalSentences, refusalValuesOf } from "./refusal.ts";
import type { RefusalValues } from "./refusal-parser.ts";

const sizeClassOf = ({ length }: string) => {
  if (length > 24) return "long most";
  return length > 12 ? "long" : undefined;
};

/** A code. It may wrap after a hyphen, and a long one is smaller. */
export const CodeText = ({ children }: { children: string }) => (
  <code class={sizeClassOf(children)}>
    {children.split(/(?<=-)/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);

/** The product name below a code in a list, if the ERP has one. */
export const ProductName = ({ children }: { children: string | undefined }) =>
  children ? (
    <>
      <br />
      <small class="soft">{children}</small>
    </>
  ) : null;

/** Splits a template into texts and placeholder names, in turn. */
const splitTemplate = (template: string) => template.split(/\{(\w{1,40})\}/);

/** Fills the placeholders of a template. */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, ComponentChildren>>,
) =>
  splitTemplate(template).map((piece, at) => (
    <Fragment key={at}>{at % 2 ? values[piece] : piece}</Fragment>
  ));

/** A value of a refusal in this page's language. */
const renderValue = (name: string, value: string) => {
  if (name === "category") return categoryNameOf(value);
  if (name.endsWith("location") && value === "") return words.offShelf;
  const isQuantity = /quantity|headroom|ordered/.test(name);
  return isQuantity ? formatAmount(Number(value)) : <CodeText>{value}</CodeText>;
};

const subjectIn = ({ zongpai, box_no }: RefusalValues) => zongpai ?? box_no;

const renderItem = ({ category, ...values }: RefusalValues) => {
  const goods = <CodeText>{subjectIn(values) ?? ""}</CodeText>;
  return category
    ? fillTemplate(words.lines.attachment, { category: categoryNameOf(category), goods })
    : goods;
};

/** The page's own sentence for a refusal, if it has one and all values are known. */
const renderOwnSentence = ({ condition = "", ...values }: RefusalValues) => {
  const sentence = refusalSentences[condition] ?? "";
  const isMissing = (name: string) =>
    (name === "item" ? subjectIn(values) : values[name]) === undefined;
  const isIncomplete = splitTemplate(sentence).some((name, at) => at % 2 && isMissing(name));
  if (!sentence || isIncomplete) return undefined;
  const rendered = Object.entries(values).map(([name, value]) => [name, renderValue(name, value)]);
  return fillTemplate(sentence, { ...Object.fromEntries(rendered), item: renderItem(values) });
};

/** The reason for a refusal: the page's own sentence, or else the service's message. */
export const renderRefusal = (refusal: RefusalText): ComponentChildren =>
  renderOwnSentence(refusalValuesOf(refusal)) ?? refusal.message;

/** The time of an instant, with the day if it is not today. */
export const formatTime = (instant: number | string) => {
  const date = new Date(instant);
  const { clock, day } = spokenFormats;
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? clock : day).format(date);
};

/** A quantity in the format of the current language. */
export const formatAmount = (quantity?: number) =>
  quantity === undefined ? "" : spokenFormats.amounts.format(quantity);

/** A quantity as a person types it, without a thousands separator. */
export const formatTypedAmount = (quantity?: number) =>
  quantity === undefined ? "" : spokenFormats.typedAmounts.format(quantity);

/** A count. `isPart`: only the first page of a list was counted, so there may be more. */
export const formatCount = (count: number, isPart: unknown): string =>
  isPart ? words.orMore.replace("{count}", formatAmount(count)) : formatAmount(count);

/** A count, written with `template` and the total if that is known. */
export const renderAmountOf = (
  template: string,
  count: number,
  total: number | undefined,
  isPart: unknown = false,
) => {
  const countText = formatCount(count, isPart);
  if (total === undefined) return countText;
  return fillTemplate(template, { count: countText, total: formatAmount(total) });
};

/** A duration in whole units. */
export const formatDuration = (unit: "minute" | "hour" | "day", number: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit }).format(
    Math.floor(number),
  );

export const decimalMark = (): string => formatAmount(0.5).slice(1, 2);

export const formatList = (texts: readonly string[]): string => spokenFormats.list.format(texts);
