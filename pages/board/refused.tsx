import words from "site:words/board";
import type { Answer } from "#lib/page/requests.ts";
import { Icon } from "../shared/icon.tsx";
import { lineOf } from "../shared/line.tsx";
import { sentence, time } from "../shared/text.tsx";
import { useList } from "./answer.ts";
import { read } from "./client.ts";
import { Listed } from "./listed.tsx";
import { groups, nameOf, Thing, times } from "./parts.tsx";

type One = Answer<"get-refusals">["refusals"][number];

const What = ({ one }: { one: One }) => (
  <>
    <time dateTime={one.refused_at}>{time(one.refused_at)}</time>{" "}
    {lineOf(one, undefined, <Thing of={{ ...one, category: undefined }} />)}{" "}
    <span class="soft">{nameOf(one.who)}</span>
  </>
);

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
        <p>{sentence(one.message, [one.zongpai, one.box_no, one.to_box_no])}</p>
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
  const list = useList(
    (cursor) => read("get-refusals", { cursor }),
    ({ refusals }) => refusals,
  )?.answer;
  return (
    <Listed id="refused" title={words.refused.title} none={words.noneRefused} list={list}>
      <ol class="lines log" data-test="refused">
        {groups(list?.all ?? [], ({ zongpai, message }) => `${zongpai} ${message}`).map(
          ([key, repeats]) => (
            <Line key={key} repeats={repeats} />
          ),
        )}
      </ol>
    </Listed>
  );
};
