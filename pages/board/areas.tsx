import words from "site:words/board";
import { useState } from "preact/hooks";
import { categoryName } from "../shared/category-name.ts";
import { amount, Code, fill } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { foldOf, turn } from "./ask.ts";
import { Count, More, Named, Section } from "./parts.tsx";
import { type Counted, type Fold, state } from "./store.ts";

const { areas: say } = words;
const few = 40;

const Items = ({ shelf, items, more }: { shelf: string } & Pick<Fold, "items" | "more">) => {
  if (!items) return <p class="soft">{words.asking}</p>;
  if (items.length === 0) return <p class="soft">{words.empty}</p>;
  return (
    <>
      <ul class="row codes">
        {items.map((item) => (
          <li key={`${item.zongpai ?? item.box_no} ${item.category}`}>
            <Named of={item} />{" "}
            {item.category !== undefined && <span class="soft">{categoryName(item.category)}</span>}
          </li>
        ))}
      </ul>
      {more && (
        <p>
          <a href={linkTo("shelf", shelf)}>{say.all}</a>
        </p>
      )}
    </>
  );
};

const Shelves = ({ shelves, more }: Pick<Fold, "shelves" | "more">) => {
  const [most, setMost] = useState(few);
  if (!shelves) return <p class="soft">{words.asking}</p>;
  if (shelves.length === 0) return <p class="soft">{words.empty}</p>;
  const rest = shelves.length - most;
  return (
    <>
      <ul>
        {shelves.slice(0, most).map((shelf) => (
          <li key={shelf.code}>
            <Folding kind="shelf" counted={shelf} />
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <More run={() => setMost(most + few)}>{fill(say.more, { count: amount(rest) })}</More>
      ) : (
        more && <p class="soft">{words.andMore}</p>
      )}
    </>
  );
};

const Folding = ({
  kind,
  counted: { code, goods, more },
}: {
  kind: "area" | "shelf";
  counted: Counted;
}) => {
  const fold = foldOf(kind, code);
  return (
    <details
      data-test="area"
      open={fold?.open ?? false}
      onToggle={({ currentTarget }) => turn(kind, code, currentTarget.open)}
    >
      <summary>
        <Code>{code}</Code>
        <Count goods={goods} more={more} />
      </summary>
      {fold &&
        (kind === "area" ? (
          <Shelves shelves={fold.shelves} more={fold.more} />
        ) : (
          <Items shelf={code} items={fold.items} more={fold.more} />
        ))}
    </details>
  );
};

export const Areas = () => {
  const { areas, others } = state();
  return (
    <Section id="areas" class="areas" title={say.title}>
      {areas ? (
        <ul class="tree">
          {areas.map((area) => (
            <li key={area.code}>
              <Folding kind="area" counted={area} />
            </li>
          ))}
          {others?.goods !== 0 && others && (
            <li class="soft">
              {say.other}
              <Count {...others} />
            </li>
          )}
        </ul>
      ) : (
        <p class="soft">{words.asking}</p>
      )}
    </Section>
  );
};
