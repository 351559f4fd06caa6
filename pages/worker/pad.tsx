import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, amountOf, Code, decimalMark, fill } from "../shared/text.tsx";
import { Acts, itemActs } from "./acts.tsx";
import { Button } from "./button.tsx";
import { type Pad as Counted, numberOf } from "./number.ts";
import { Saving } from "./saving.tsx";
import { state } from "./store.ts";
import { back, put, savePad } from "./take.ts";

type Props = { readonly pad: Counted };

const { decimals, most } = settings.quantity;

const press = (pad: Counted, key: string) => {
  const { digits } = pad;
  if (key === "." && digits.includes(".")) return;
  const begun = digits === "" && key === "." ? "0" : digits;
  const next = begun === "0" && key !== "." ? key : begun + key;
  const [, fraction = ""] = next.split(".");
  if (fraction.length <= decimals && Number(next) <= most && !(next === "0" && decimals === 0))
    put({ ...pad, digits: next, typed: true });
};

const erase = (pad: Counted) => {
  const digits = pad.digits.slice(0, -1);
  put({ ...pad, digits, typed: pad.typed && digits !== "" });
};

/** One key for each meaning of the number. */
const SaveKeys = ({ pad }: Props) => {
  const { held, meanings, isPossible } = numberOf(pad);
  return (
    <div class={`saves ${meanings.length > 1 ? "both" : ""}`}>
      {meanings.map((meaning, at) => (
        <button
          type="button"
          key={meaning.added === undefined ? "save" : "add"}
          class={`btn save ${at === 0 ? "main" : ""}`}
          data-test={meaning.added === undefined ? "save" : "add"}
          disabled={!isPossible(meaning)}
          onClick={() => savePad(pad, meaning)}
        >
          <span>
            <Saving meaning={meaning} held={held} category={pad.of.category} />
          </span>
        </button>
      ))}
    </div>
  );
};

export const Pad = ({ pad }: Props) => {
  const key = (digit: string, word = digit) => (
    <Button key={digit} word={word} run={() => press(pad, digit)} />
  );
  const last = <Button word={words.cancel} small test="back" run={back} />;
  return (
    <fieldset class={`pad ${decimals ? "decimal" : ""}`} aria-label={words.labels.number}>
      {[..."123456789"].map((digit) => key(digit))}
      {decimals ? key(".", decimalMark()) : last}
      {key("0")}
      <button type="button" class="btn" aria-label={words.acts.erase} onClick={() => erase(pad)}>
        <Icon name="erase" />
      </button>
      {decimals > 0 && last}
      <SaveKeys pad={pad} />
    </fieldset>
  );
};

export const Count = ({ pad }: Props) => {
  const { digits } = pad;
  const shown = digits === "" ? amount(numberOf(pad).shown) : digits.replace(".", decimalMark());
  return (
    <output class={`field ${shown.length > 4 ? "five" : ""}`} data-test="count">
      {digits === "" ? <i>{shown}</i> : shown}
    </output>
  );
};

/** What is known of the number, and what else may be done with what the box holds. */
export const Counting = ({ pad }: Props) => {
  const { of, ups } = pad;
  const { found, choices, note } = state();
  const { held, shown } = numberOf(pad);
  const headroom = choices?.find(({ category }) => category === of.category)?.headroom;
  const goods = of.category ? undefined : found[of.zongpai]?.goods;
  const total = goods?.ordered_quantity;
  const holds = { count: amount(held), box: <Code>{of.box_no}</Code> };
  return (
    <>
      <p class="row counted">
        {ups > 0 && (
          <b class="more1" aria-hidden="true">
            +1
          </b>
        )}
        <span>
          {note ?? (held === undefined ? words.countOn : fill(words.holds, holds))}{" "}
          {of.category && headroom !== undefined && fill(words.left, { count: amount(headroom) })}
          {goods &&
            total !== undefined &&
            fill(words.headroom.boxed, {
              count: amountOf(words.of, goods.items_quantity, total),
            })}
        </span>
      </p>
      {held !== undefined && <Acts acts={itemActs(of, held, Math.min(shown, held))} />}
    </>
  );
};
