import words from "site:words/worker";
import { altCharacter, altDigit, controlOf, type PressedKey } from "#scanner/scan/key-codes.ts";
import { set } from "../state.ts";
import { takeRefusedText, takeScan } from "./scans.ts";

const separator = "\u001d";

/** The digits since Alt was pressed. A person types letters so, too, such as Ä with 0196. */
let altDigits = "";
/** A scanner typed a separator that is not in the text, so what follows it would be a part of the code before. */
let lacksSeparator = false;

/** Notes the keys by which a scanner sends the separator of GS1, which this field cannot hold. */
const noteKey = (pressed: PressedKey) => {
  const digit = altDigit(pressed);
  altDigits = digit === undefined ? "" : altDigits + digit;
  lacksSeparator ||=
    controlOf(pressed) === separator ||
    altCharacter(altDigits) === separator ||
    /^F\d+$/.test(pressed.key ?? "");
};

const beginTyping = (field: HTMLInputElement | null) => {
  lacksSeparator = false;
  field?.focus();
};

const takeTyped = (raw: string) => {
  const at = performance.now();
  const isWhole = !lacksSeparator;
  set({ input: "scanner" });
  if (!isWhole) takeRefusedText({ raw, reason: "keys", at, isQuick: true });
  else if (raw !== "") takeScan(raw, at, "typed");
};

export const TypedLabel = ({ label, example }: { label: string; example: string | undefined }) => (
  <form
    class="row"
    onSubmit={(event) => {
      event.preventDefault();
      // A phone puts a blank after a word.
      const typed = String(new FormData(event.currentTarget).get("typed") ?? "").trim();
      takeTyped(typed);
    }}
  >
    <input
      class="field"
      data-test="scan"
      name="typed"
      aria-label={label}
      placeholder={example}
      size={1}
      autocomplete="off"
      autocapitalize="characters"
      spellcheck={false}
      ref={beginTyping}
      onKeyDown={noteKey}
    />
    <button type="submit" class="btn">
      {words.acts.ok}
    </button>
  </form>
);
