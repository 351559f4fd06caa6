import words from "site:words/board";
import { refusalValuesOf } from "../shared/refusal.ts";
import { formatShortCount, groupByKey } from "./item-table.tsx";
import type { ListedRefusal } from "./seen-refusals.ts";

const { byHour, reasons } = words.refused;
const reasonNames: Readonly<Record<string, string>> = reasons;

const hourMs = 3_600_000;
/** With more hours than these, only every third has room for its number. */
const numberedHours = 12;

/** The hours of the device's clock since 1970. */
const hourOf = (instant: number) =>
  Math.floor((instant - new Date(instant).getTimezoneOffset() * 60_000) / hourMs);

/** How many scans were refused in each hour, from the first refusal to now. */
const countByHour = (refusals: readonly ListedRefusal[]) => {
  const hours = refusals.map(({ refused_at }) => hourOf(Date.parse(refused_at)));
  const first = Math.min(...hours);
  const length = hours.length > 0 ? Math.max(hourOf(Date.now()), ...hours) - first + 1 : 0;
  return Array.from({ length }, (_, at) => {
    const hour = (first + at) % 24;
    const isNumbered = length <= numberedHours || hour % 3 === 0;
    return { hour, isNumbered, count: hours.filter((other) => other === first + at).length };
  });
};

const reasonOf = (refusal: ListedRefusal) =>
  reasonNames[refusalValuesOf(refusal).condition ?? ""] ?? reasons.other;

/** The reasons that have a line of their own. */
const shownReasons = 3;

/** How many scans were refused for each of the most frequent reasons, then for all others. */
const countByReason = (refusals: readonly ListedRefusal[]): [string, number][] => {
  const counts = groupByKey(refusals, reasonOf)
    .map(([reason, ofReason]): [string, number] => [reason, ofReason.length])
    .toSorted(([, one], [, other]) => other - one);
  const named = counts.filter(([reason]) => reason !== reasons.other).slice(0, shownReasons);
  const others = refusals.length - named.reduce((sum, [, count]) => sum + count, 0);
  return others > 0 ? [...named, [reasons.other, others]] : named;
};

type RefusalSumsProps = {
  refusals: readonly ListedRefusal[];
  /** There are more refusals than these. */
  more: unknown;
};

/** Refusals by hour and by reason. */
export const RefusalSums = ({ refusals, more }: RefusalSumsProps) => {
  const hours = countByHour(refusals);
  const most = Math.max(1, ...hours.map(({ count }) => count));
  const byReason = countByReason(refusals);
  if (refusals.length === 0) return null;
  return (
    <div class="refusal-sums" data-test="refusal-sums">
      {hours.length > 0 && (
        <ol class="hours" aria-label={byHour}>
          {hours.map(({ hour, isNumbered, count }, at) => (
            <li key={at}>
              <svg aria-hidden="true">
                <rect y={`${100 - (100 * count) / most}%`} width="100%" height="100%" />
              </svg>
              <span class={isNumbered ? "n" : "hide"}>{hour}</span>
              <span class="hide">: {count}</span>
            </li>
          ))}
        </ol>
      )}
      <ul class="lines">
        {byReason.map(([reason, count]) => (
          <li key={reason}>
            <span>{reason}</span> <b class="n">{formatShortCount(count, more)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
};
