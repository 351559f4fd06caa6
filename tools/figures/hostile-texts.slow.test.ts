import { expect, it } from "vitest";
import { keyTextOf } from "#lib/erp/views.ts";
import { replaceLossyNumbers } from "#lib/http/strict-text.ts";
import { linkElements } from "#scanner/scan/digital-link.ts";
import { parseElements } from "#scanner/scan/element-string.ts";

const length = 40_000;
const filled = (piece: string) => piece.repeat(length / piece.length);

/** The milliseconds of CPU time of ten calls, whatever they answer. */
const costOf = (read: (text: string) => unknown, text: string): number => {
  const before = process.cpuUsage();
  for (let times = 0; times < 10; times += 1)
    try {
      read(text);
    } catch {}
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const plain = { body: JSON.stringify({ zongpai: filled("A") }), row: filled("A") };
const link = "https://x.example/";

it.each([
  ["a body with an open text", replaceLossyNumbers, plain.body, `"${filled('\\"')}`],
  ["a body with zeros", replaceLossyNumbers, plain.body, `{"quantity":1${filled("0")}1}`],
  ["a row with blanks", keyTextOf, plain.row, `A${filled(" ")}B`],
  ["a link with many keys", linkElements, link + plain.row, `${link}${filled("01/1/")}01`],
  ["a label with an element again and again", parseElements, plain.row, filled("11260101")],
] as const)("%s costs as much as a plain one of its length", (_, read, one, hostile) => {
  // A quadratic scan of this length costs more than a hundred times as much.
  expect(costOf(read, hostile)).toBeLessThan(50 * (costOf(read, one) + 4));
});
