import words from "site:words/board";
import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";
import { categoryName } from "../shared/category-name.ts";
import { compared } from "../shared/check.ts";
import { may } from "../shared/may.ts";
import { Sums } from "../shared/sums.tsx";
import { fill, time } from "../shared/text.tsx";
import { record } from "./client.ts";
import { askFound } from "./find.ts";
import { placeOf } from "./goods.tsx";
import { Columns, Link } from "./parts.tsx";
import type { Checked } from "./store.ts";

type Place = { readonly location: string } | { readonly off_shelf: true };
type CaseProps = {
  readonly zongpai: string;
  readonly category?: string;
  readonly found: ComponentChildren;
  readonly now: Parameters<typeof placeOf>[0] & { readonly registered_at?: string };
  readonly act: ComponentChildren;
  readonly to: Place;
};
/** What is to be settled, with the key that does. */
const Case = ({ zongpai, category, found, now, act, to }: CaseProps) => {
  const [refusal, setRefusal] = useState<string>();
  const run = async () => {
    const { sentence } = category
      ? await record("post-attachment-location", { zongpai, category, ...to })
      : await record("post-trace-location", { zongpai, ...to });
    setRefusal(sentence);
    await askFound();
  };
  return (
    <tr>
      <td>
        <Link kind="goods" code={zongpai} /> {category !== undefined && categoryName(category)}
      </td>
      <td>{found}</td>
      <td>
        {placeOf(now, words.nowhere)}{" "}
        {now.registered_at && fill(words.since, { time: time(now.registered_at) })}
      </td>
      <td>
        {may(category ? "post-attachment-location" : "post-trace-location") && (
          <button type="button" class="act" data-test="act" onClick={() => void run()}>
            {act}
          </button>
        )}{" "}
        {refusal}
      </td>
    </tr>
  );
};

/** The result of a check, compared anew: what the worker found, and what is recorded now. */
export const Check = ({ check }: { check: Checked }) => {
  const { location, at, who, goods, recorded, places } = check;
  const all = compared(recorded, goods);
  return (
    <div data-test="check">
      <Sums of={all} words={words.sums} />
      <p>{fill(words.check.from, { time: time(at), who: who || "–" })}</p>
      {all.missing.length + all.elsewhere.length > 0 && (
        <table>
          <Columns of={[words.kinds.goods, words.check.found, words.check.now]} />
          <tbody>
            {all.missing.map((item) => (
              <Case
                key={`${item.zongpai} ${item.category}`}
                {...item}
                found={<span class="lack">{words.sums.missing}</span>}
                now={{ ...item, location }}
                act={words.check.off}
                to={{ off_shelf: true }}
              />
            ))}
            {all.elsewhere.map((zongpai) => (
              <Case
                key={zongpai}
                zongpai={zongpai}
                found={<Link kind="shelf" code={location} />}
                now={places.get(zongpai) ?? {}}
                act={fill(words.check.moveTo, { shelf: location })}
                to={{ location }}
              />
            ))}
          </tbody>
        </table>
      )}
      {all.right.length > 0 && <h3>{words.sums.right}</h3>}
      <p class="row codes">
        {all.right.map((code) => (
          <Fragment key={code}>
            <Link kind="goods" code={code} />{" "}
          </Fragment>
        ))}
      </p>
    </div>
  );
};
