import words from "site:words/board";
import { useState } from "preact/hooks";
import { readCheck } from "../shared/check-code.ts";
import { CheckSums } from "../shared/check-sums.tsx";
import { placeCommand, type TargetPlace } from "../shared/commands.ts";
import { compareShelf } from "../shared/compare-shelf.ts";
import { detailsFromOverview } from "../shared/goods-details.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { mayCall } from "../shared/rights.ts";
import { fillTemplate, formatTime, renderRefusal } from "../shared/text.tsx";
import { readRoute, writeRoute } from "./client.ts";
import { type ItemPlace, renderPlace, renderSince } from "./facts.tsx";
import { lastSightingIn, readHistory } from "./history.tsx";
import { ItemTable } from "./item-table.tsx";
import { CodeLink, ItemLink } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { refreshBoard } from "./store.ts";
import { readPages, useAnswer } from "./use-answer.ts";

/** A difference that a check found. */
type CheckCase = {
  readonly zongpai: string;
  readonly category?: string;
  /** The shelf on which the goods were found; `undefined` if they are missing. */
  readonly foundOn?: string;
  readonly recordedPlace: ItemPlace;
};

type CheckCaseProps = { checkCase: CheckCase };

/** Records the place that the check found: the shelf, or off shelf if the goods are missing. */
const SettleButton = ({ checkCase }: CheckCaseProps) => {
  const { zongpai, category, foundOn } = checkCase;
  const [refusal, setRefusal] = useState<RefusalText>();
  const place: TargetPlace = foundOn === undefined ? { off_shelf: true } : { location: foundOn };
  const { route, fields } = placeCommand(place, { zongpai, category });
  if (!mayCall(route)) return null;
  const savePlace = async () => {
    const saved = await writeRoute(route, fields);
    setRefusal(saved.refused);
    refreshBoard();
  };
  const label =
    foundOn === undefined ? words.check.off : fillTemplate(words.check.moveTo, { shelf: foundOn });
  return (
    <>
      <button type="button" class="act" data-test="act" onClick={() => void savePlace()}>
        {label}
      </button>{" "}
      {refusal && renderRefusal(refusal)}
    </>
  );
};

const RecordedPlace = ({ checkCase }: CheckCaseProps) => {
  const { zongpai, category, recordedPlace } = checkCase;
  const history = useAnswer(() => readHistory(zongpai));
  const lastSighting = lastSightingIn(history?.answer?.events, category);
  return (
    <>
      {renderPlace(recordedPlace) || words.nowhere} {renderSince(recordedPlace, lastSighting?.who)}
    </>
  );
};

const readCases = async (code: string) => {
  const { location = "", goods = [] } = readCheck(code) ?? {};
  const { answer, ...failed } = await readPages(
    (cursor) => readRoute("location-overview", { location, cursor }),
    ({ locations }) => locations.flatMap(({ items }) => items),
  );
  if (!answer) return failed;
  const comparison = compareShelf(answer.items, goods);
  const missing = comparison.missing.map(
    (item): CheckCase => ({ ...item, recordedPlace: { ...item, location } }),
  );
  const elsewhere = await Promise.all(
    comparison.elsewhere.map(async (zongpai): Promise<CheckCase> => {
      const overview = await readRoute("location-overview", { zongpai });
      const recordedPlace = overview.answer ? detailsFromOverview(overview.answer, []) : {};
      return { zongpai, foundOn: location, recordedPlace };
    }),
  );
  return { answer: { comparison, cases: [...missing, ...elsewhere] } };
};

/** The result of a worker's check, compared with the current records. */
export const CheckView = ({ code }: { code: string }) => {
  const result = useAnswer(() => readCases(code));
  const check = readCheck(code);
  const { comparison, cases = [] } = result?.answer ?? {};
  return (
    <LookupFrame icon="check" code={code} name={words.check.title} result={result}>
      {check && comparison && (
        <div data-test="check">
          <CheckSums comparison={comparison} />
          <p>
            {fillTemplate(words.check.from, {
              time: formatTime(check.checkedAt),
              who: check.checkedBy || "–",
            })}
          </p>
          {cases.length > 0 && (
            <ItemTable
              rows={cases}
              columns={[
                [words.kinds.goods, (checkCase) => <ItemLink item={checkCase} />],
                [
                  words.check.found,
                  ({ foundOn }) =>
                    foundOn ? (
                      <CodeLink kind="shelf" code={foundOn} />
                    ) : (
                      <span class="lack">{words.sums.missing}</span>
                    ),
                ],
                [words.check.now, (checkCase) => <RecordedPlace checkCase={checkCase} />],
                ["", (checkCase) => <SettleButton checkCase={checkCase} />],
              ]}
            />
          )}
          {comparison.right.length > 0 && <h3>{words.sums.right}</h3>}
          <p class="row codes">
            {comparison.right.map((zongpai) => (
              <CodeLink key={zongpai} kind="goods" code={zongpai} />
            ))}
          </p>
        </div>
      )}
    </LookupFrame>
  );
};
