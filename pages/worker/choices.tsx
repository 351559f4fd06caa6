import words from "site:words/worker";
import { Bar } from "../shared/bar.tsx";
import { called } from "../shared/language.ts";
import { amount, fill } from "../shared/text.tsx";
import { isOpen } from "./ask.ts";
import { type State, set, state } from "./store.ts";

const { headroom: say } = words;
type Choice = NonNullable<State["choices"]>[number];

/** Nothing where nobody could be asked. */
const Fullness = ({
  choice: { boxed_quantity, configured, configured_quantity, headroom },
}: {
  choice: Choice;
}) => {
  if (boxed_quantity === undefined || configured === false) return null;
  const count = amount(boxed_quantity);
  const total =
    configured_quantity ?? (headroom === undefined ? undefined : boxed_quantity + headroom);
  return (
    <>
      <span>
        {headroom === undefined ? (
          words.noLimit
        ) : headroom > 0 ? (
          fill(words.left, { count: <b>{amount(headroom)}</b> })
        ) : (
          <b>{say.full}</b>
        )}
      </span>
      <Bar part={boxed_quantity} whole={total} />
      <small>
        {fill(total === undefined ? say.boxed : say.boxedOf, { count, total: amount(total ?? 0) })}
      </small>
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
      {choices.map((choice) => (
        <li key={choice.category}>
          {isOpen(choice) ? (
            <button type="button" class="pick" onClick={() => choose(choice)}>
              <b>{called(choice.label)}</b>
              <Fullness choice={choice} />
            </button>
          ) : (
            <div class="pick">
              <b>{called(choice.label)}</b>
              <Fullness choice={choice} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};
