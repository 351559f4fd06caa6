import * as settings from "site:settings";
import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { readWedge } from "#scanner/scan/wedge.ts";
import { Icon, type IconName } from "../shared/icon.tsx";
import type { Person } from "../shared/people.ts";
import { Code, fill, time } from "../shared/text.tsx";
import { type Act, Button } from "./button.tsx";
import { nameOf } from "./sign-in.ts";
import { afterPause, beginningOf, refuse, stayAwake } from "./signals.ts";
import { type Light, set, state, top } from "./store.ts";
import { again, take } from "./take.ts";

/** Milliseconds: a focus that comes back so soon was never away. */
const blink = 150;

/** Milliseconds after which a label without an end is one of a scanner that sends none. */
const unended = 2_000;

/** What the scanner sends is shown, and is no scan. */
const isShown = () => top()?.is === "device";

let field: HTMLTextAreaElement | undefined;

/** Whether the scanner's field hears; typing by hand has a field of its own. */
const look = () => set({ deaf: !document.hasFocus() || document.activeElement !== field });

/** Reads the scanner in this field, and reports when the field has no focus. */
const hearIn = (input: HTMLTextAreaElement | null): void => {
  if (!input || field) return;
  field = input;
  readWedge({
    input,
    document,
    settings: settings.scan,
    onScan: (raw) => isShown() || take(raw),
    onAgain: (raw, after) => isShown() || again(raw, after),
  });
  const soon = afterPause(look, blink);
  for (const type of ["focusin", "focusout", "visibilitychange"])
    document.addEventListener(type, soon);
  for (const type of ["focus", "blur"]) addEventListener(type, soon);
  const noEnd = () => {
    if (input.value !== "" && !isShown())
      refuse({ label: beginningOf(input.value), text: words.wrong.unended });
  };
  input.addEventListener("input", afterPause(noEnd, unended));
  // Buttons take no focus, and a touch inside a label moves no caret.
  document.addEventListener("mousedown", (event) => {
    const { target } = event;
    const isHeard = target === field && document.activeElement === field;
    const isField = target === field || target instanceof HTMLInputElement;
    if (isHeard || !isField) event.preventDefault();
  });
};

let typed = false;

/** After each drawing: gives the focus back to the scanner when what was typed is taken. */
export const hearAgain = (): void => {
  const typing = state().input === "typing";
  if (typed && !typing) field?.focus({ preventScroll: true });
  typed = typing;
};

const watch = async (picture: HTMLVideoElement, signal: AbortSignal) => {
  try {
    const { watchLabels } = await import("./lens.ts");
    set({ light: undefined });
    stayAwake();
    const onLight = (turn: Light["turn"]) => set({ light: { on: false, turn } });
    await watchLabels(picture, settings.scan, take, onLight, signal);
  } catch {
    if (signal.aborted) return;
    set({ input: "scanner" });
    refuse({ label: "", word: words.acts.camera, text: words.notes.noCamera });
  }
};

let end: AbortController | undefined;

const seen = (picture: HTMLVideoElement | null) => {
  end?.abort();
  end = new AbortController();
  if (picture) void watch(picture, end.signal);
};

/** The camera's picture. What reads it is loaded at the first tap. */
export const Camera = () => <video class="lens" ref={seen} muted playsInline />;

/** Something in hand: its icon, its code, and perhaps a button that lets it go. */
export type Held = Readonly<{
  icon: IconName;
  what: string;
  code?: string;
  name?: string;
  sum?: ComponentChildren;
  act?: Act;
}>;

export type SignProps = Readonly<{
  next: string;
  icon?: IconName;
  hint?: ComponentChildren;
  held?: readonly Held[];
  who?: Person;
  /** Fills the screen, is alone above a list, or is small above what was found. */
  shape?: "" | "whole" | "alone" | "alone counting" | "brief alone" | "seeing" | "hide";
  beside?: ComponentChildren;
  children?: ComponentChildren;
}>;

const Part = ({ icon, what, code, name = "", sum, act }: Held) => (
  <p class="row">
    <Icon name={icon} />
    <span class="hide">{what}</span>
    <b class={name.length > 8 ? "long" : undefined}>{code ? <Code>{code}</Code> : name}</b>
    {sum && (
      <span class="sum n" data-test="count">
        {sum}
      </span>
    )}
    {act && <Button {...act} />}
  </p>
);

export const Typed = ({ label, example }: { label: string; example: string | undefined }) => (
  <form
    class="row"
    onSubmit={(event) => {
      event.preventDefault();
      const typed = new FormData(event.currentTarget).get("typed");
      set({ input: "scanner" });
      if (typeof typed === "string" && typed !== "") take(typed, true);
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
      ref={(field) => field?.focus()}
    />
    <button type="submit" class="btn">
      {words.acts.ok}
    </button>
  </form>
);

/** Says what to do next. The scanner's field fills it, so that a touch gives it the focus. */
export const Sign = ({
  next,
  icon,
  hint,
  held = [],
  who,
  shape = "",
  beside,
  children,
}: SignProps) => {
  const { input, deaf } = state();
  const typing = input === "typing";
  const silent = deaf && !typing;
  const title = (
    <h1 class="row" data-test="next">
      {icon && <Icon name={silent ? "touch" : icon} />}
      <span>{silent ? words.next.touch : next}</span>
    </h1>
  );
  return (
    <section class={`sign ${shape} ${silent ? "deaf" : ""}`} aria-label={words.labels.next}>
      <textarea
        class="scan"
        rows={1}
        ref={hearIn}
        data-test={typing ? undefined : "scan"}
        hidden={typing}
        aria-label={words.labels.scanner}
        inputMode="none"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      <div class="held">
        {held.map((one) => (
          <Part key={one.what} {...one} />
        ))}
      </div>
      {who && (
        <>
          <p class="row">
            <Icon name="person" />
            <span>{fill(words.people.signedIn, { time: time(who.since) })}</span>
          </p>
          <p class="name" data-test="who">
            {nameOf(who.id)}
          </p>
        </>
      )}
      {shape !== "hide" &&
        (beside ? (
          <div class="row apart">
            {title}
            {beside}
          </div>
        ) : (
          title
        ))}
      {hint && <p>{hint}</p>}
      {children}
    </section>
  );
};
