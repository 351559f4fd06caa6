import { expect, it } from "vitest";
import { keyTextOf } from "#lib/erp/views.ts";
import { replaceLossyNumbers } from "#lib/http/strict-text.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { linkElements } from "#scanner/scan/digital-link.ts";
import { parseElements } from "#scanner/scan/element-string.ts";
import { readScan } from "#scanner/scan/read-scan.ts";
import demo from "../../sites/demo.ts";

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
const onDemo = scanSettings(demo);
const read = (text: string) => readScan(text, onDemo);
const link = "https://x.example/";

it.each([
  ["a body with an open text", replaceLossyNumbers, plain.body, `"${filled('\\"')}`],
  ["a body with zeros", replaceLossyNumbers, plain.body, `{"quantity":1${filled("0")}1}`],
  ["a row with blanks", keyTextOf, plain.row, `A${filled(" ")}B`],
  ["a link with many keys", linkElements, link + plain.row, `${link}${filled("01/1/")}01`],
  ["a label with an element again and again", parseElements, plain.row, filled("11260101")],
  ["a scan with one character again and again", read, filled("abcdefgh"), plain.row],
  ["a scan with an element again and again", read, filled("abcdefgh"), `]C1${filled("11260101")}`],
] as const)("%s costs as much as a plain one of its length", (name, read, one, hostile) => {
  const [plainMs, hostileMs] = [costOf(read, one), costOf(read, hostile)];
  console.log(
    `${name}: ${hostileMs.toFixed(1)} ms, a plain one ${plainMs.toFixed(1)} ms (10 of each)`,
  );
  // A quadratic scan of this length costs more than a hundred times as much.
  expect(hostileMs).toBeLessThan(50 * (plainMs + 4));
});
