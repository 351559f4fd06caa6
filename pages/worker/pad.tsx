import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { decimalMark, fill } from "../shared/text.tsx";
import { counts } from "./flow.ts";
import { set, state } from "./store.ts";
import { quantityOf, shownQuantity, takeQuantity } from "./take.ts";

const { decimals, most } = settings.quantity;

const put = (digits: string) => set({ flow: { ...state().flow, digits } });

const press = (key: string) => {
  const { digits } = state().flow;
  if (key === "." && digits.includes(".")) return;
  const next =
    key === "." && digits === "" ? "0." : digits === "0" && key !== "." ? key : digits + key;
  const [, fraction = ""] = next.split(".");
  if (fraction.length <= decimals && Number(next) <= most && !(next === "0" && decimals === 0))
    put(next);
};

const cancel = () => {
  const { mode, box, goods, category } = state().flow;
  set({
    flow: { mode, digits: "", ...(mode === "box" ? { box } : { goods, category }) },
    wrong: undefined,
  });
};

const Digit = ({ digit, word = digit }: { digit: string; word?: string }) => (
  <button type="button" class="btn" onClick={() => press(digit)}>
    {word}
  </button>
);

export const Pad = () => {
  const { flow } = state();
  const { digits, category } = flow;
  if (!counts(flow)) return null;
  const count = shownQuantity(digits);
  const last = (
    <button type="button" class="btn small" onClick={cancel}>
      {words.acts.cancel}
    </button>
  );
  return (
    <fieldset class={`pad ${decimals ? "decimal" : ""}`} aria-label={words.labels.number}>
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => (
        <Digit key={digit} digit={digit} />
      ))}
      {decimals ? <Digit digit="." word={decimalMark} /> : last}
      <Digit digit="0" />
      <button
        type="button"
        class="btn"
        aria-label={words.acts.erase}
        onClick={() => put(digits.slice(0, -1))}
      >
        <Icon name="erase" />
      </button>
      {decimals > 0 && last}
      <button
        type="button"
        class="btn main save"
        disabled={quantityOf(digits) === undefined}
        onClick={takeQuantity}
      >
        {category
          ? fill(words.saveCategory, { count, category: category.label })
          : fill(words.save, { count })}
      </button>
    </fieldset>
  );
};

/** 1 is pale until a digit is touched. */
export const Count = () => {
  const { digits } = state().flow;
  const [whole, fraction] = digits.split(".");
  return (
    <output class="field">
      {digits === "" ? (
        <i>1</i>
      ) : fraction === undefined ? (
        whole
      ) : (
        `${whole}${decimalMark}${fraction}`
      )}
    </output>
  );
};
