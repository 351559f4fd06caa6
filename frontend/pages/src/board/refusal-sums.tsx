import words from "site:words/board";
import { refusalValuesOf } from "../shared/refusal.ts";
import { formatShortCount, groupByKey } from "./item-table.tsx";
import type { ListedRefusal } from "./seen-refusals.ts";

const { byHour, reasons } = words.refused;
const reasonNames: Readonly<Record<string, string>> = reasons;

const hourOf = (instant: string) => new Date(instant).getHours();
const isToday = (instant: string) => new Date(instant).toDateString() === new Date().toDateString();

/** How many scans were refused in each hour of today, from the first refusal to now. */
const countByHour = (refusals: readonly ListedRefusal[]) => {
  const hours = refusals
    .map(({ refused_at }) => refused_at)
    .filter(isToday)
    .map(hourOf);
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  const length = new Date().getHours() - first + 1;
  return Array.from({ length }, (_, at) => {
    const hour = first + at;
    return { hour, count: hours.filter((other) => other === hour).length };
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
          {hours.map(({ hour, count }) => (
            <li key={hour}>
              <svg aria-hidden="true">
                <rect y={`${100 - (100 * count) / most}%`} width="100%" height="100%" />
              </svg>
              <span class="n">{hour}</span>
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
