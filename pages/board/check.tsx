import words from "site:words/board";
import { useState } from "preact/hooks";
import { readCheck } from "../shared/check-code.ts";
import { CheckSums } from "../shared/check-sums.tsx";
import { compareShelf } from "../shared/compare-shelf.ts";
import { detailsFromOverview } from "../shared/goods-details.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { mayCall } from "../shared/rights.ts";
import { fillTemplate, formatTime, renderRefusal } from "../shared/text.tsx";
import { readRoute, writeRoute } from "./client.ts";
import { lastSightingIn, readHistory } from "./history.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import {
  CodeLink,
  ItemLink,
  type ItemPlace,
  ItemTable,
  renderPlace,
  renderSince,
} from "./parts.tsx";
import { refreshBoard } from "./store.ts";
import { readPages, useAnswer } from "./use-answer.ts";

/** What is to be settled, and where the key that settles it puts it. */
type CheckCase = {
  readonly zongpai: string;
  readonly category?: string;
  /** Where it was found; missing otherwise. */
  readonly found?: string;
  readonly now: ItemPlace;
};

const SettleButton = ({ of: { zongpai, category, found } }: { of: CheckCase }) => {
  const [refused, setRefused] = useState<RefusalText>();
  const route = category ? "post-attachment-location" : "post-trace-location";
  if (!mayCall(route)) return null;
  const run = async () => {
    const to = found === undefined ? { off_shelf: true } : { location: found };
    const saved = category
      ? await writeRoute("post-attachment-location", { zongpai, category, ...to })
      : await writeRoute("post-trace-location", { zongpai, ...to });
    setRefused(saved.refused);
    refreshBoard();
  };
  return (
    <>
      <button type="button" class="act" data-test="act" onClick={() => void run()}>
        {found === undefined ? words.check.off : fillTemplate(words.check.moveTo, { shelf: found })}
      </button>{" "}
      {refused && renderRefusal(refused)}
    </>
  );
};

const RecordedPlace = ({ of: { zongpai, category, now } }: { of: CheckCase }) => {
  const history = useAnswer(() => readHistory(zongpai));
  return (
    <>
      {renderPlace(now) || words.nowhere}{" "}
      {renderSince(now, lastSightingIn(history?.answer?.events, category)?.who)}
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
  const sums = compareShelf(answer.all, goods);
  const elsewhere = sums.elsewhere.map(async (zongpai): Promise<CheckCase> => {
    const found = await readRoute("location-overview", { zongpai });
    return {
      zongpai,
      found: location,
      now: found.answer ? detailsFromOverview(found.answer, []) : {},
    };
  });
  const missing = sums.missing.map((item): CheckCase => ({ ...item, now: { ...item, location } }));
  return { answer: { sums, cases: [...missing, ...(await Promise.all(elsewhere))] } };
};

/** The result of a check, compared anew: what the worker found, and what is recorded now. */
export const CheckView = ({ code }: { code: string }) => {
  const result = useAnswer(() => readCases(code));
  const check = readCheck(code);
  const { sums, cases = [] } = result?.answer ?? {};
  return (
    <LookupFrame icon="check" code={code} name={words.check.title} of={result}>
      {check && sums && (
        <div data-test="check">
          <CheckSums comparison={sums} />
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
                [words.kinds.goods, (one) => <ItemLink of={one} />],
                [
                  words.check.found,
                  ({ found }) =>
                    found ? (
                      <CodeLink kind="shelf" code={found} />
                    ) : (
                      <span class="lack">{words.sums.missing}</span>
                    ),
                ],
                [words.check.now, (one) => <RecordedPlace of={one} />],
                ["", (one) => <SettleButton of={one} />],
              ]}
            />
          )}
          {sums.right.length > 0 && <h3>{words.sums.right}</h3>}
          <p class="row codes">
            {sums.right.map((one) => (
              <CodeLink key={one} kind="goods" code={one} />
            ))}
          </p>
        </div>
      )}
    </LookupFrame>
  );
};
