import words from "site:words/worker";
import { sumQuantities } from "../../shared/commands.ts";
import { fillTemplate, formatAmount, renderAmountOf } from "../../shared/text.tsx";
import { type BoxLine, boxLinesOf } from "../outcome/box-contents.ts";
import { boxActions } from "../outcome/jobs.tsx";
import { hasBoxLeft } from "../outcome/leaving-box.tsx";
import { isRefused } from "../outcome/rows.ts";
import { state } from "../state.ts";
import { ActionList } from "./actions.tsx";
import { LineButton } from "./button.tsx";
import { LeftLine } from "./left-box.tsx";
import { openRefused, openScreen } from "./navigation.ts";
import { partWords } from "./part-words.ts";

export const boxLineButtons = (box_no: string, pieces: readonly BoxLine[]) =>
  pieces.map(({ zongpai, category, product, quantity, row }) => (
    <LineButton
      key={`${zongpai} ${category}`}
      item={{ zongpai, category, product }}
      right={formatAmount(quantity)}
      outcome={row?.outcome}
      run={() => openScreen({ is: "row", of: { box_no, zongpai, category }, held: quantity })}
    />
  ));

/** The contents of the box in hand, and the refusals for it. */
export const BoxInHand = ({ box_no }: { box_no: string }) => {
  const { rows, lookups } = state();
  const pieces = boxLinesOf(box_no, rows, lookups[box_no]);
  const { box, unanswered: isUnanswered } = lookups[box_no] ?? {};
  const zongpais = pieces.flatMap(({ zongpai, category }) => (category ? [] : zongpai));
  const refused = rows.filter((row) => isRefused(row) && row.entry.fields.box_no === box_no);
  const boxed = sumQuantities(
    ...pieces.flatMap(({ category, quantity }) => (category === undefined ? quantity : [])),
  );
  if (!box && pieces.length + refused.length === 0) return null;
  return (
    <section class="found">
      <h2 class="apart">
        {words.inTheBox}{" "}
        <span>
          {fillTemplate(partWords.headroom.boxed, {
            count: renderAmountOf(words.of, boxed, box?.quantity, box?.cursor),
          })}
        </span>
      </h2>
      {box && hasBoxLeft(box_no) && <LeftLine box={box} />}
      <ul>
        {refused.map(({ entry, outcome }) => (
          <LineButton
            key={entry.id}
            item={{ zongpai: entry.goods }}
            outcome={outcome}
            run={openRefused}
          />
        ))}
        {boxLineButtons(box_no, pieces)}
      </ul>
      {box && !isUnanswered && <ActionList actions={boxActions(box, zongpais, boxed)} />}
      {box && pieces.length === 0 && <p>{words.empty}</p>}
    </section>
  );
};
