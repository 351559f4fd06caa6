import * as settings from "site:settings";
import words from "site:words/worker";
import type { NumberMeaning } from "../../shared/commands.ts";
import { Icon } from "../../shared/icon.tsx";
import { SaveLabel } from "../../shared/save-label.tsx";
import {
  CodeText,
  decimalMark,
  fillTemplate,
  formatAmount,
  formatTypedAmount,
  renderAmountOf,
} from "../../shared/text.tsx";
import { hasBoxLeft } from "../outcome/leaving-box.tsx";
import { ActionList, itemActions } from "../screens/actions.tsx";
import { Button } from "../screens/button.tsx";
import { goBack } from "../screens/navigation.ts";
import { partWords } from "../screens/part-words.ts";
import { state } from "../state.ts";
import { isQuestion, type NumberPad, numberOnPad, padLimits } from "./pad-number.ts";
import { savePad, showPad } from "./pad-steps.ts";

type PadProps = { readonly pad: NumberPad };

const { decimals, most } = settings.quantity;

const pressDigit = (pad: NumberPad, key: string) => {
  // Digits that are a question may be those of a label: a touched digit begins another number.
  const digits = isQuestion(pad) ? "" : pad.digits;
  if (key === "." && digits.includes(".")) return;
  const begun = digits === "" && key === "." ? "0" : digits;
  const next = begun === "0" && key !== "." ? key : begun + key;
  const [, fraction = ""] = next.split(".");
  if (fraction.length <= decimals && Number(next) <= most && !(next === "0" && decimals === 0))
    showPad({ ...pad, digits: next, typed: true, from: undefined });
};

const eraseDigit = (pad: NumberPad) => {
  const digits = isQuestion(pad) ? "" : pad.digits.slice(0, -1);
  showPad({ ...pad, digits, typed: pad.typed && digits !== "", from: undefined });
};

/** One button for each meaning of the number. */
const SaveButtons = ({ pad }: PadProps) => {
  const { held, meanings, isPossible } = numberOnPad(pad);
  const { excessOf } = padLimits(pad);
  const warnOf = (meaning: NumberMeaning) => {
    const count = meaning.quantity === held ? 0 : excessOf(meaning);
    return count > 0 && fillTemplate(partWords.tooMany, { count: formatAmount(count) });
  };
  const isGone = hasBoxLeft(pad.of.box_no);
  return (
    <div class={`saves ${meanings.length > 1 ? "both" : ""}`}>
      {meanings.map((meaning, at) => (
        <button
          type="button"
          key={meaning.added === undefined ? "save" : "add"}
          class={`btn save ${at === 0 ? "main" : ""}`}
          data-test={meaning.added === undefined ? "save" : "add"}
          data-command={meanings.length > 1 || isQuestion(pad) ? undefined : "save"}
          disabled={!isPossible(meaning)}
          onClick={() => savePad(pad, meaning)}
        >
          <span>
            <SaveLabel
              meaning={meaning}
              held={held}
              category={pad.of.category}
              warning={warnOf(meaning)}
            />
            {isGone && <small> {partWords.leaving.save}</small>}
          </span>
        </button>
      ))}
    </div>
  );
};

export const NumberPadKeys = ({ pad }: PadProps) => {
  const key = (digit: string, word = digit) => (
    <Button key={digit} word={word} run={() => pressDigit(pad, digit)} />
  );
  const cancel = <Button word={words.cancel} small test="back" command="cancel" run={goBack} />;
  return (
    <fieldset class={`pad ${decimals ? "decimal" : ""}`} aria-label={words.labels.number}>
      {[..."123456789"].map((digit) => key(digit))}
      {decimals ? key(".", decimalMark()) : cancel}
      {key("0")}
      <button
        type="button"
        class="btn"
        aria-label={partWords.erase}
        onClick={() => eraseDigit(pad)}
      >
        <Icon name="erase" />
      </button>
      {decimals > 0 && cancel}
      <SaveButtons pad={pad} />
    </fieldset>
  );
};

export const PadNumber = ({ pad }: PadProps) => {
  const { digits } = pad;
  const shown =
    digits === "" ? formatTypedAmount(numberOnPad(pad).shown) : digits.replace(".", decimalMark());
  return (
    <output class={`field ${shown.length > 4 ? "five" : ""}`} data-test="count">
      {digits === "" ? <i>{shown}</i> : shown}
    </output>
  );
};

/** Details about the number, and other actions on the item in the box. */
export const PadDetails = ({ pad }: PadProps) => {
  const { of, ups } = pad;
  const { note } = state();
  const { held, shown } = numberOnPad(pad);
  const { headroom, goods } = padLimits(pad);
  const total = goods?.ordered_quantity;
  const holds = { count: formatAmount(held), box: <CodeText>{of.box_no}</CodeText> };
  const facts = [
    held !== undefined && fillTemplate(partWords.holds, holds),
    of.category &&
      headroom !== undefined &&
      fillTemplate(words.left, { count: formatAmount(headroom) }),
    goods &&
      total !== undefined &&
      fillTemplate(partWords.headroom.boxed, {
        count: renderAmountOf(words.of, goods.items_quantity, total),
      }),
    held === undefined && partWords.countOn,
  ].filter((fact) => !!fact);
  return (
    <>
      <p class="row counted">
        {ups > 0 && (
          <b class="more1" aria-hidden="true">
            +1
          </b>
        )}
        <span>
          {pad.from === "label" && <b>{partWords.fromLabel} · </b>}
          {note ?? facts.flatMap((fact, at) => [at > 0 && " · ", fact])}
        </span>
      </p>
      {held !== undefined && <ActionList actions={itemActions(of, held, Math.min(shown, held))} />}
    </>
  );
};
