import words from "site:words/board";
import { Icon } from "../shared/icon.tsx";
import { lineOf } from "../shared/line.tsx";
import { may } from "../shared/may.ts";
import { sentence, time } from "../shared/text.tsx";
import { more } from "./ask.ts";
import { Listed, Named, named, times } from "./parts.tsx";
import { type Refused as One, state } from "./store.ts";

const What = ({ one }: { one: One }) => (
  <>
    <time dateTime={one.refused_at}>{time(one.refused_at)}</time>{" "}
    {lineOf(one, undefined, <Named of={one} />)} {named && <span class="soft">{one.who}</span>}
  </>
);

const codesOf = ({ zongpai = "", box_no = "", to_box_no = "" }: One) => [
  zongpai,
  box_no,
  to_box_no,
];

/** Repeats of one sentence about the same goods are folded into the newest. */
const Line = ({ repeats: [one, ...others] }: { repeats: readonly One[] }) => {
  const oldest = others.at(-1);
  return one ? (
    <li data-outcome="refused">
      <Icon name="refused" />
      <div>
        <p>
          <What one={one} />
        </p>
        <p>{sentence(one.message, codesOf(one))}</p>
        {oldest && (
          <details class="fold">
            <summary>{times(others.length + 1, oldest.refused_at)}</summary>
            <ul>
              {others.map((other, at) => (
                <li key={others.length - at}>
                  <What one={other} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  ) : null;
};

export const Refused = () => {
  const { refused } = state();
  if (!may("get-refusals")) return null;
  return (
    <Listed
      id="refused"
      say={{ ...words.refused, none: words.noneRefused }}
      list={refused}
      more={more.refused}
    >
      <ol class="lines log" data-test="refused">
        {[
          ...Map.groupBy(refused?.all ?? [], ({ zongpai, message }) => `${zongpai} ${message}`),
        ].map(([key, repeats]) => (
          <Line key={key} repeats={repeats} />
        ))}
      </ol>
    </Listed>
  );
};
