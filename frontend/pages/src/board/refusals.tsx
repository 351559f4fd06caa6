import words from "site:words/board";
import { Icon } from "../shared/icon.tsx";
import { refusalValuesOf } from "../shared/refusal.ts";
import { renderScanLine } from "../shared/scan-line.tsx";
import { formatList, formatTime, renderRefusal } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { renderRepeats, shownNameOf } from "./facts.tsx";
import { groupByKey } from "./item-table.tsx";
import { CodeLink, ItemLink } from "./links.tsx";
import { RefusalActs } from "./refusal-acts.tsx";
import { type ListedRefusal, seenMarkOf } from "./seen-refusals.ts";
import { type PagedList, usePagedList } from "./use-answer.ts";

/** Loads the refusals, newest first. */
export const useRefusals = (): PagedList<ListedRefusal> =>
  usePagedList(
    (cursor) => readRoute("get-refusals", { cursor }),
    ({ refusals }) => refusals,
  );

/** The number of refusals that are neither seen nor settled at this desk. */
export const countOpen = (refusals: readonly ListedRefusal[]): number =>
  refusals.filter((refusal) => !seenMarkOf(refusal)).length;

/** Groups refusals by goods and message. */
export const groupRefusals = (refusals: readonly ListedRefusal[]) =>
  groupByKey(refusals, ({ zongpai, message }) => `${zongpai} ${message}`);

/** Conditions that only a configuration meets. */
const configConditions = ["removalRefused", "configuredBelowBoxed", "staleExpectedRevision"];

/** What was tried. The list does not hold the configuration itself. */
const templateOf = (refusal: ListedRefusal) =>
  configConditions.includes(refusalValuesOf(refusal).condition ?? "")
    ? words.refused.configured
    : undefined;

const renderRefusedScan = (refusal: ListedRefusal) =>
  renderScanLine(
    refusal,
    templateOf(refusal),
    <ItemLink item={{ ...refusal, category: undefined }} />,
    CodeLink,
  );

const RefusedAt = ({ refused_at }: ListedRefusal) => (
  <time class="soft" dateTime={refused_at}>
    {formatTime(refused_at)}
  </time>
);

/** The people whose scans were refused. */
const namesIn = (repeats: readonly ListedRefusal[]) => {
  const names = repeats.flatMap(({ who }) => shownNameOf(who) ?? []);
  return formatList([...new Set(names)]);
};

type RefusalGroupProps = { repeats: readonly [ListedRefusal, ...ListedRefusal[]] };

/** The newest refusal of a group. The earlier ones are folded below it. */
export const RefusalGroup = ({ repeats }: RefusalGroupProps) => {
  const [newest, ...earlier] = repeats;
  const oldest = earlier.at(-1);
  return (
    <li data-outcome={seenMarkOf(newest) ? "recorded" : "refused"}>
      <Icon name={seenMarkOf(newest) ? "tick" : "refused"} />
      <p>{renderRefusedScan(newest)}</p>
      <RefusedAt {...newest} />
      <p class="why">{renderRefusal(newest)}</p>
      <div class="more">
        {oldest && (
          <details class="fold">
            <summary>{renderRepeats(repeats.length, oldest.refused_at)}</summary>
            <ul>
              {earlier.map((refusal, at) => (
                <li key={earlier.length - at}>
                  <RefusedAt {...refusal} /> {renderRefusedScan(refusal)}{" "}
                  <span class="soft">{shownNameOf(refusal.who)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
        <p class="soft">{namesIn(repeats)}</p>
        <RefusalActs refusal={newest} />
      </div>
    </li>
  );
};
