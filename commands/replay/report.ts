import { drawn, shown } from "../cli/output.ts";
import type { Figures, Outcome } from "./run.ts";

const refusals = (refused: Figures["refused"]): string =>
  Object.entries(refused)
    .map(([code, count]) => `${code} ${shown(count)}`)
    .join("\n") || "0";

const heads = ["", "sent", "accepted", "replayed", "refused", "retried", "per second"];

const rowOf = ({ step, sent, accepted, replayed, refused, retried, rate }: Figures) => [
  step,
  ...[sent, accepted, replayed].map((count) => shown(count)),
  refusals(refused),
  shown(retried),
  shown(rate),
];

const of = ({ equal, total }: Outcome["boxes"]) => `${shown(equal)} of ${shown(total)}`;

/** The figures of every step as a table. */
export const tableOf = ({ figures, seconds, boxes, locations, attachments }: Outcome): string => {
  const sent = figures.reduce((sum, step) => sum + step.sent, 0);
  return [
    drawn(heads, figures.map(rowOf), 1),
    `${shown(sent)} requests in ${seconds.toFixed(1)} s, ${shown(sent / seconds)} per second.`,
    `Boxes equal to the files: ${of(boxes)}. Locations: ${of(locations)}. Attachments of lines: ${of(attachments)}.`,
  ].join("\n");
};

const mostShown = 20;

/** What is wrong, the first of it in sentences; empty when the store is what the files say. */
export const complaintsOf = ({ differences, broken, figures }: Outcome): string[] => {
  const listed = (title: string, sentences: readonly string[]) =>
    sentences.length === 0
      ? []
      : [
          `${title} (${shown(sentences.length)}):`,
          ...sentences.slice(0, mostShown).map((sentence) => `  ${sentence}`),
          ...(sentences.length > mostShown ? [`  and ${shown(sentences.length - mostShown)} more`] : []),
        ];
  const unknown = figures.some(({ refused }) => "ZONGPAI_NOT_FOUND" in refused);
  return [
    ...listed("Not as the files say", differences),
    ...listed("Sent again, and not answered as the first time", broken),
    ...(unknown ? ["The service's ERP does not know goods of these files: see --prepare-only in --help."] : []),
  ];
};
