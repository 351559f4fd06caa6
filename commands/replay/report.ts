import CliTable3 from "cli-table3";
import type { Outcome } from "./run.ts";
import type { Figures } from "./tally.ts";

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const whole = (value: number) => numbers.format(value);
const ms = (value: number) => value.toFixed(1);

const refusals = (refused: Figures["refused"]): string =>
  Object.entries(refused)
    .map(([code, count]) => `${code} ${whole(count)}`)
    .join("\n") || "0";

const rowOf = ({ step, sent, accepted, replayed, refused, retried, p50, p95, p99, rate }: Figures) => [
  step,
  ...[sent, accepted, replayed].map(whole),
  refusals(refused),
  whole(retried),
  ...[p50, p95, p99].map(ms),
  whole(rate),
];

const of = ({ equal, total }: Outcome["boxes"]) => `${whole(equal)} of ${whole(total)}`;

/** The figures of every step as a table; coloured only for a terminal that shows colours. */
export const tableOf = ({ figures, seconds, boxes, locations, attachments }: Outcome, stream: NodeJS.WriteStream): string => {
  const table = new CliTable3({
    head: ["", "sent", "accepted", "replayed", "refused", "retried", "p50 ms", "p95 ms", "p99 ms", "per second"],
    colAligns: ["left", "right", "right", "right", "left", "right", "right", "right", "right", "right"],
    style: stream.isTTY && stream.hasColors() ? { head: ["cyan"] } : { head: [], border: [] },
  });
  table.push(...figures.map(rowOf));
  const sent = figures.reduce((sum, step) => sum + step.sent, 0);
  return [
    table.toString(),
    `${whole(sent)} requests in ${seconds.toFixed(1)} s, ${whole(sent / seconds)} per second.`,
    `Boxes equal to the files: ${of(boxes)}. Locations: ${of(locations)}.${attachments ? ` Attachments of lines: ${of(attachments)}.` : ""}`,
  ].join("\n");
};

const mostShown = 20;

/** What is wrong, the first of it in sentences; empty when the store is what the files say. */
export const complaintsOf = ({ differences, broken, figures }: Outcome): string[] => {
  const listed = (title: string, sentences: readonly string[]) =>
    sentences.length === 0
      ? []
      : [
          `${title} (${whole(sentences.length)}):`,
          ...sentences.slice(0, mostShown).map((sentence) => `  ${sentence}`),
          ...(sentences.length > mostShown ? [`  and ${whole(sentences.length - mostShown)} more`] : []),
        ];
  const unknown = figures.some(({ refused }) => "ZONGPAI_NOT_FOUND" in refused);
  return [
    ...listed("Not as the files say", differences),
    ...listed("Sent again, and not answered as the first time", broken),
    ...(unknown ? ["The service's ERP does not know goods of these files: see --prepare-only in --help."] : []),
  ];
};
