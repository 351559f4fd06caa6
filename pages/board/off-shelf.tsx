import words from "site:words/board";
import { categoryName } from "../shared/category-name.ts";
import { may } from "../shared/may.ts";
import { time } from "../shared/text.tsx";
import { more } from "./ask.ts";
import { age, Columns, count, goodsIn, isOld, Listed, Named, named } from "./parts.tsx";
import { type Item, state } from "./store.ts";

const { off: say, columns, kinds } = words;

const Row = ({ item }: { item: Item }) => {
  const { category, location, registered_at, who } = item;
  return (
    <tr>
      <td>
        <Named of={item} />{" "}
        {category !== undefined && <span class="soft">{categoryName(category)} </span>}
        {location !== undefined && <span class="soft">{location}</span>}
      </td>
      <td>{age(registered_at)}</td>
      <td class="more">{time(registered_at)}</td>
      {named && <td class="more">{who}</td>}
    </tr>
  );
};

type GroupProps = {
  readonly title: string;
  readonly items: readonly Item[];
  readonly goesOn: boolean;
};
const Group = ({ title, items, goesOn }: GroupProps) =>
  items.length === 0 ? null : (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4}>
          {title} <span class="n">{count(goodsIn(items), goesOn)}</span>
        </th>
      </tr>
      {items.map((item) => (
        <Row key={`${item.zongpai ?? item.box_no} ${item.category}`} item={item} />
      ))}
    </tbody>
  );

export const OffShelf = () => {
  const { off } = state();
  if (!may("location-overview")) return null;
  const items = off?.all ?? [];
  const old = items.filter(({ registered_at }) => isOld(registered_at));
  const today = items.filter(({ registered_at }) => !isOld(registered_at));
  return (
    <Listed
      id="off-shelf"
      say={{ ...say, title: words.offShelf }}
      list={off}
      counted={goodsIn(items)}
      more={more.off}
    >
      <table class="n" data-test="off-shelf">
        <Columns
          of={[
            kinds.goods,
            columns.for,
            { name: columns.since, class: "more" },
            named && { name: columns.by, class: "more" },
          ]}
        />
        <Group title={say.long} items={old} goesOn={off?.more === true && today.length === 0} />
        <Group title={say.today} items={today} goesOn={off?.more === true} />
      </table>
    </Listed>
  );
};
