import words from "site:words/board";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { formatTypedAmount } from "../shared/text.tsx";
import type { Act, ActDraft } from "./acts.tsx";
import { letters } from "./letters.ts";
import { useFocusAfter, useSending } from "./sending.tsx";
import { boardState, setState } from "./store.ts";

const { acts: actWords } = words;

type ActProps = { readonly act: Act };

const panelId = "open-act";
const isOpen = ({ id }: Act) => id === boardState().openAct;

const ActKey = ({ act }: ActProps) => {
  const { unsaved } = boardState();
  const openAct = isOpen(act) ? undefined : act.id;
  const key = useRef<HTMLButtonElement>(null);
  useFocusAfter(key);
  return (
    <button
      ref={key}
      type="button"
      class="act"
      data-test="act"
      aria-label={act.name}
      aria-expanded={isOpen(act)}
      aria-controls={panelId}
      aria-disabled={unsaved}
      aria-keyshortcuts={letters[act.kind]}
      onClick={() => unsaved || setState({ openAct })}
    >
      {act.word}
    </button>
  );
};

/** The panel of an open act: its input, its send button, and its effect. */
const ActPanel = ({ act }: ActProps) => {
  const { subject, quantity, asksFor } = act;
  const [draft, setDraft] = useState<ActDraft>({ quantity: formatTypedAmount(quantity), code: "" });
  const { isSending, stop, forgetFailure, renderSending, send } = useSending();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input, button");
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, []);
  const { command, then, label, note } = act.choose(draft);
  const edit = (change: Partial<ActDraft>) => {
    setDraft({ ...draft, ...change });
    forgetFailure();
  };
  const closeAndReturn = () => {
    document.querySelector<HTMLElement>(".act[aria-expanded=true]")?.focus();
    if (isOpen(act)) setState({ openAct: undefined });
  };
  const cancel = () => (isSending ? stop() : closeAndReturn());
  return (
    <form
      ref={form}
      id={panelId}
      class="row act-panel"
      data-test="act-panel"
      onSubmit={async (event) => {
        event.preventDefault();
        if (command && (await send(command, then))) closeAndReturn();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        cancel();
      }}
    >
      <span>{subject}</span>
      {quantity !== undefined && (
        <input
          class="field n"
          aria-label={words.columns.quantity}
          inputMode="decimal"
          autocomplete="off"
          value={draft.quantity}
          onInput={({ currentTarget }) => edit({ quantity: currentTarget.value })}
        />
      )}
      {asksFor && (
        <input
          class="field"
          aria-label={asksFor === "box" ? actWords.toBox : actWords.toShelf}
          placeholder={words.kinds[asksFor]}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={draft.code}
          onInput={({ currentTarget }) => edit({ code: currentTarget.value })}
        />
      )}
      <button type="submit" class="act main" data-test="send" aria-disabled={!command || isSending}>
        {label}
      </button>
      <button type="button" class="act" data-test="cancel" onClick={cancel}>
        {words.cancel}
      </button>
      <span class="soft" role="status">
        {renderSending() || note}
      </span>
    </form>
  );
};

/** The buttons of acts. */
export const renderActKeys = (acts: readonly Act[]) =>
  acts.length > 0 && (
    <span class="acts">
      {acts.map((act) => (
        <ActKey key={act.id} act={act} />
      ))}
    </span>
  );

/** The panel of the open act, if it is one of these. */
export const renderOpenAct = (acts: readonly Act[]) => {
  const act = acts.find(isOpen);
  return act && <ActPanel key={act.id} act={act} />;
};
