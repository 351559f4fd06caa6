import words from "site:words/worker";
import { Bar } from "../shared/bar.tsx";
import { called } from "../shared/language.ts";
import { amount, amountOf, fill } from "../shared/text.tsx";
import { isOpen } from "./ask.ts";
import { type Choice, set, state } from "./store.ts";

const { headroom: say } = words;

/** Nothing where nobody could be asked. */
const Fullness = ({ choice }: { choice: Choice }) => {
  const { boxed_quantity: boxed, configured, headroom } = choice;
  if (boxed === undefined || configured === false) return null;
  const all = headroom === undefined ? undefined : boxed + headroom;
  const total = choice.configured_quantity ?? all;
  const left = headroom ? (
    fill(words.left, { count: <b>{amount(headroom)}</b> })
  ) : (
    <b>{say.full}</b>
  );
  return (
    <>
      <span>{headroom === undefined ? words.noLimit : left}</span>
      <Bar part={boxed} whole={total} />
      <small>{fill(say.boxed, { count: amountOf(words.of, boxed, total) })}</small>
    </>
  );
};

const choose = ({ category }: Choice) => {
  const { hand } = state();
  if (hand.mode === "attach" && hand.zongpai)
    set({ hand: { ...hand, category }, band: undefined, note: undefined });
};

/** The attachments of the goods in hand, each with its headroom. */
export const Choices = () => {
  const { choices } = state();
  if (!choices) return <p class="found soft">{words.asking}</p>;
  if (choices.length === 0) return <p class="found">{say.none}</p>;
  return (
    <ul class="picks">
      {choices.map((choice) => {
        const said = (
          <>
            <b>{called(choice.label)}</b>
            <Fullness choice={choice} />
          </>
        );
        return (
          <li key={choice.category}>
            {isOpen(choice) ? (
              <button type="button" class="pick" onClick={() => choose(choice)}>
                {said}
              </button>
            ) : (
              <div class="pick">{said}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
};
