import words from "site:words/board";
import { useState } from "preact/hooks";
import { compared } from "../shared/check.ts";
import { readCheck } from "../shared/check-code.ts";
import { together } from "../shared/goods.ts";
import { may } from "../shared/may.ts";
import type { Refused } from "../shared/refusal.ts";
import { Sums } from "../shared/sums.tsx";
import { fill, sentence, time } from "../shared/text.tsx";
import { listed, useAnswer } from "./answer.ts";
import { read, record } from "./client.ts";
import { Frame } from "./frame.tsx";
import { askHistory, seenIn } from "./history.tsx";
import { Link, type Placed, placeOf, sinceOf, Table, Thing } from "./parts.tsx";
import { refresh } from "./store.ts";

/** What is to be settled, and where the key that settles it puts it. */
type Case = {
  readonly zongpai: string;
  readonly category?: string;
  /** Where it was found; missing otherwise. */
  readonly found?: string;
  readonly now: Placed;
};

const Act = ({ of: { zongpai, category, found } }: { of: Case }) => {
  const [refused, setRefused] = useState<Refused>();
  const route = category ? "post-attachment-location" : "post-trace-location";
  if (!may(route)) return null;
  const run = async () => {
    const to = found === undefined ? { off_shelf: true } : { location: found };
    const saved = category
      ? await record("post-attachment-location", { zongpai, category, ...to })
      : await record("post-trace-location", { zongpai, ...to });
    setRefused(saved.refused);
    refresh();
  };
  return (
    <>
      <button type="button" class="act" data-test="act" onClick={() => void run()}>
        {found === undefined ? words.check.off : fill(words.check.moveTo, { shelf: found })}
      </button>{" "}
      {refused && sentence(refused)}
    </>
  );
};

const Now = ({ of: { zongpai, category, now } }: { of: Case }) => {
  const history = useAnswer(() => askHistory(zongpai));
  return (
    <>
      {placeOf(now) || words.nowhere} {sinceOf(now, seenIn(history?.answer?.events, category)?.who)}
    </>
  );
};

const casesOf = async (code: string) => {
  const { location = "", goods = [] } = readCheck(code) ?? {};
  const { answer, ...failed } = await listed(
    (cursor) => read("location-overview", { location, cursor }),
    ({ locations }) => locations.flatMap(({ items }) => items),
  );
  if (!answer) return failed;
  const sums = compared(answer.all, goods);
  const elsewhere = sums.elsewhere.map(async (zongpai): Promise<Case> => {
    const found = await read("location-overview", { zongpai });
    return { zongpai, found: location, now: found.answer ? together(found.answer, []) : {} };
  });
  const missing = sums.missing.map((item): Case => ({ ...item, now: { ...item, location } }));
  return { answer: { sums, cases: [...missing, ...(await Promise.all(elsewhere))] } };
};

/** The result of a check, compared anew: what the worker found, and what is recorded now. */
export const Check = ({ code }: { code: string }) => {
  const result = useAnswer(() => casesOf(code));
  const check = readCheck(code);
  const { sums, cases = [] } = result?.answer ?? {};
  return (
    <Frame icon="check" code={code} name={words.check.title} of={result}>
      {check && sums && (
        <div data-test="check">
          <Sums of={sums} />
          <p>{fill(words.check.from, { time: time(check.at), who: check.who || "–" })}</p>
          {cases.length > 0 && (
            <Table
              rows={cases}
              columns={[
                [words.kinds.goods, (one) => <Thing of={one} />],
                [
                  words.check.found,
                  ({ found }) =>
                    found ? (
                      <Link kind="shelf" code={found} />
                    ) : (
                      <span class="lack">{words.sums.missing}</span>
                    ),
                ],
                [words.check.now, (one) => <Now of={one} />],
                ["", (one) => <Act of={one} />],
              ]}
            />
          )}
          {sums.right.length > 0 && <h3>{words.sums.right}</h3>}
          <p class="row codes">
            {sums.right.map((one) => (
              <Link key={one} kind="goods" code={one} />
            ))}
          </p>
        </div>
      )}
    </Frame>
  );
};
