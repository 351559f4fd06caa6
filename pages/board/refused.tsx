import words from "site:words/board";
import { categoryName } from "../shared/category-name.ts";
import { Icon } from "../shared/icon.tsx";
import { may } from "../shared/may.ts";
import { amount, Code, fill, time } from "../shared/text.tsx";
import { more } from "./ask.ts";
import { Link, Listed, named } from "./parts.tsx";
import { type Refused as One, state } from "./store.ts";

const { refused: say } = words;
const { lines } = say;

const whatOf = ({ zongpai, box_no, to_box_no, quantity, location, off_shelf }: One) => {
  const goods = <Link kind="goods" code={zongpai} />;
  const count = amount(quantity);
  if (box_no === undefined) {
    if (off_shelf) return fill(lines.off, { goods });
    return location === undefined
      ? fill(lines.alone, { goods })
      : fill(lines.on, { goods, shelf: <Code>{location}</Code> });
  }
  const box = <Code>{box_no}</Code>;
  if (to_box_no !== undefined)
    return fill(lines.between, { goods, count, box, to: <Code>{to_box_no}</Code> });
  return quantity === undefined
    ? fill(lines.outOf, { goods, box })
    : fill(lines.inBox, { goods, count, box });
};

const Line = ({ one }: { one: One }) => (
  <li data-outcome="refused">
    <Icon name="refused" />
    <time dateTime={one.refused_at}>{time(one.refused_at)}</time>
    <p>
      {one.category === undefined
        ? whatOf(one)
        : fill(lines.attachment, { category: categoryName(one.category), what: whatOf(one) })}{" "}
      {named && <span class="soft">{one.who}</span>}
      <br />
      <code class="why">{one.reason}</code>
    </p>
  </li>
);

export const Refused = () => {
  const { refused } = state();
  if (!may("get-refusals")) return null;
  return (
    <Listed id="refused" say={say} list={refused} more={more.refused}>
      <ol class="lines log" data-test="refused">
        {refused?.all.map((one, at) => (
          <Line key={`${one.refused_at} ${one.zongpai} ${at}`} one={one} />
        ))}
      </ol>
    </Listed>
  );
};
