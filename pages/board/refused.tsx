import words from "site:words/board";
import { Icon } from "../shared/icon.tsx";
import { lineOf } from "../shared/line.tsx";
import { may } from "../shared/may.ts";
import { time } from "../shared/text.tsx";
import { more } from "./ask.ts";
import { Listed, Named, named } from "./parts.tsx";
import { type Refused as One, state } from "./store.ts";

const Line = ({ one }: { one: One }) => (
  <li data-outcome="refused">
    <Icon name="refused" />
    <time dateTime={one.refused_at}>{time(one.refused_at)}</time>
    <p>
      {lineOf(one, undefined, <Named of={one} />)} {named && <span class="soft">{one.who}</span>}
      <br />
      <code class="why">{one.reason}</code>
    </p>
  </li>
);

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
        {refused?.all.map((one, at) => (
          <Line key={`${one.refused_at} ${one.zongpai} ${at}`} one={one} />
        ))}
      </ol>
    </Listed>
  );
};
