import { words } from "site:languages";
import * as settings from "site:settings";
import { type ComponentChildren, Fragment } from "preact";
import { called, categoryName, formats } from "./language.ts";

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

/** A line of the site's words with its places filled. */
export const fill = (line: string, places: Readonly<Record<string, ComponentChildren>>) =>
  line
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 ? places[part] : part}</Fragment>);

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** What stands in the service's sentence, as this page writes it. */
const shown = (name: string, text: string) => {
  if (name === "category") return categoryName(text);
  if (/quantity|headroom|ordered/.test(name)) return amount(Number(text));
  const [, category, code = text] = /^(?:(.+) )?(.+)$/.exec(name === "item" ? text : "") ?? [];
  const goods = <Code>{code}</Code>;
  return category
    ? fill(words.lines.attachment, { category: categoryName(category), goods })
    : goods;
};

/** The condition of a refusal, the template of the service's message, and the values in it; for conditions that the page has a sentence for. */
export const reasonOf = (message: string) => {
  for (const [condition, template] of settings.reasons) {
    const [pattern, ...names] = [template.split(/\{\w+\}/), ...template.matchAll(/\{(\w+)\}/g)];
    const said = new RegExp(`^${pattern.map(escaped).join("(.+)")}$`, "u").exec(message);
    if (said)
      return {
        condition,
        template,
        values: names.map(([, name = ""], at) => [name, said[at + 1] ?? ""] as const),
      };
  }
  return undefined;
};

/** The page's own sentence for a refusal, with the service's numbers; in the site's first language the service's, as this page writes it. */
const ownOf = (message: string) => {
  const reason = reasonOf(message);
  if (!reason) return undefined;
  const { condition, template, values } = reason;
  return fill(
    called(condition, template),
    Object.fromEntries(values.map(([name, text]) => [name, shown(name, text)])),
  );
};

/** Why something is refused; where the page has no sentence of its own the service's, in which the codes that the worker knows look like codes. */
export const sentence = (text: string, codes: readonly (string | undefined)[]) => {
  const own = ownOf(text);
  if (own) return own;
  const known = codes.filter((code) => !!code).map((code = "") => escaped(code));
  if (known.length === 0) return [text];
  return text
    .split(new RegExp(`(${known.join("|")})`, "u"))
    .map((part, at) => (at % 2 ? <Code key={at}>{part}</Code> : part));
};

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
