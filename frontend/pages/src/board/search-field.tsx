import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { readScan } from "#scanner/scan/read-scan.ts";
import { Icon } from "../shared/icon.tsx";
import { addressesOfLabel, hrefOf, shownCodeOf } from "./address.ts";
import { signInWithKey } from "./sign-in.tsx";
import { boardState, needsKey } from "./store.ts";

const lookUpLabel = (raw: string, field: HTMLInputElement) => {
  if (needsKey() || readScan(raw, settings.scan).key !== undefined) {
    // A key must not appear in an address.
    field.value = "";
    if (provedBy === "key") void signInWithKey(raw);
    return;
  }
  const [address, ...others] = addressesOfLabel(raw);
  const isClear = address && others.length === 0;
  location.hash = isClear ? hrefOf(address.kind, address.code) : hrefOf("find", raw);
};

/** The code that the field shows: the last look-up. */
const shownText = () => {
  const { address } = boardState();
  const isLabel = address && address.kind !== "queue" && address.kind !== "boxes";
  return isLabel ? shownCodeOf(address.code) : "";
};

/** Keys that edit the text. Any other key starts a new label. */
const editKeys = /^(Arrow|Home|End|Backspace|Delete)/;

/** The field for a label to look up or, before sign-in, for a key. */
export const SearchField = ({ isForKey }: { isForKey: boolean }) => {
  const field = useRef<HTMLInputElement>(null);
  /** The text is from the last look-up, so the next label replaces it. It is not selected, because a selection draws the eye. */
  const isOld = useRef(true);
  const label = isForKey ? words.kinds.key : words.anything;
  const show = (text: string) => {
    if (field.current) field.current.value = text;
    isOld.current = true;
  };
  // An effect after the paint could overwrite what a scanner types next.
  useLayoutEffect(() => show(isForKey ? "" : shownText()), [boardState().address]);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented) return;
      show("");
      field.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const replaceOld = () => {
    if (isOld.current) field.current?.select();
    isOld.current = false;
  };
  const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (editKeys.test(key)) isOld.current = false;
    // An on-screen keyboard reports every key as "Unidentified".
    else if (!ctrlKey && !metaKey && !altKey && (key.length === 1 || key === "Unidentified"))
      replaceOld();
  };
  const isFocused = () => document.activeElement === field.current;
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const raw = field.current?.value.trim();
          if (field.current && raw) lookUpLabel(raw, field.current);
          isOld.current = true;
        }}
      >
        <Icon name={isForKey ? "held" : "look"} />
        <input
          ref={field}
          class="field"
          type={isForKey ? "password" : "text"}
          data-test={isForKey ? "key" : "search"}
          aria-label={label}
          placeholder={label}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onKeyDown={onKey}
          onPaste={replaceOld}
          onPointerDown={() => {
            // The first touch focuses the field. A second touch places the cursor.
            if (isFocused()) isOld.current = false;
          }}
        />
        <kbd>Esc</kbd>
      </form>
    </search>
  );
};
