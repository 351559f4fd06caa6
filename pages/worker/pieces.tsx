import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { Icon, type IconName } from "../shared/icon.tsx";
import { amount, amountOf, Code } from "../shared/text.tsx";
import { wordOf } from "./lines.tsx";
import { type Holding, holdingsOf, isRefused, type Row } from "./rows.ts";
import { state } from "./store.ts";
import { openRefused, push } from "./take.ts";

type LineProps = {
  readonly icon: IconName;
  readonly code: string;
  readonly category?: string;
  readonly number: ComponentChildren;
  readonly outcome?: Row["outcome"];
  readonly run: () => void;
};
/** A row that can be touched. */
export const Line = ({ icon, code, category, number, outcome, run }: LineProps) => (
  <li data-outcome={outcome}>
    <button type="button" class="line" data-test="act" onClick={run}>
      <Icon name={outcome ?? icon} />
      <b>
        {category !== undefined && `${categoryName(category)} `}
        <Code>{code}</Code>
      </b>
      {outcome && outcome !== "recorded" && <span class="word">{wordOf(outcome)}</span>}
      <span class="n">{number}</span>
      <Icon name="more" />
    </button>
  </li>
);

/** What is in a box. */
export const Pieces = ({ box_no, pieces }: { box_no: string; pieces: readonly Holding[] }) =>
  pieces.map(({ zongpai, category, quantity, row }) => (
    <Line
      key={`${zongpai} ${category ?? ""}`}
      icon={category === undefined ? "goods" : "attach"}
      code={zongpai}
      category={category}
      number={amount(quantity)}
      outcome={row?.outcome}
      run={() => push({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
    />
  ));

/** What the box in hand holds, and what was refused of it. */
export const InHand = ({ box_no }: { box_no: string }) => {
  const { rows, contents } = state();
  const pieces = holdingsOf(box_no, rows, contents);
  const box = contents?.box.box_no === box_no ? contents.box : undefined;
  const refused = rows.filter((row) => isRefused(row) && row.entry.fields.box_no === box_no);
  const goods = pieces.reduce(
    (sum, { category, quantity }) => (category === undefined ? sum + quantity : sum),
    0,
  );
  if (!box && pieces.length + refused.length === 0) return null;
  return (
    <section class="found near">
      <h2 class="apart">
        {words.inTheBox} <span>{amountOf(words.of, Number(goods.toFixed(9)), box?.quantity)}</span>
      </h2>
      <ul>
        {refused.map(({ entry, outcome }) => (
          <Line
            key={entry.id}
            icon="refused"
            code={entry.goods}
            outcome={outcome}
            number=""
            run={openRefused}
          />
        ))}
        <Pieces box_no={box_no} pieces={pieces} />
      </ul>
      {box && pieces.length === 0 && <p>{words.empty}</p>}
    </section>
  );
};
