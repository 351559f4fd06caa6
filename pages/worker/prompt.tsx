import * as settings from "site:settings";
import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { readWedge } from "#scanner/scan/wedge.ts";
import { Icon, type IconName } from "../shared/icon.tsx";
import type { Person } from "../shared/people.ts";
import { CodeText, fillTemplate, formatTime } from "../shared/text.tsx";
import { type Action, Button } from "./button.tsx";
import { debounce } from "./debounce.ts";
import { beginningOf, showWrongLabel } from "./scan-labels.ts";
import { takeRepeatedScan, takeScan } from "./scans.ts";
import { personName } from "./sign-in.ts";
import { type CameraLight, set, state, topScreen } from "./state.ts";
import { stayAwake } from "./wake-lock.ts";

/** Milliseconds: a focus that comes back so soon was never away. */
const focusBlinkMs = 150;

/** Milliseconds after which a label without an end is one of a scanner that sends none. */
const unendedAfterMs = 2_000;

/** On the scanner test, labels are shown and are no scans. */
const isScannerTest = () => topScreen()?.is === "device";

let scanField: HTMLTextAreaElement | undefined;

/** Notes whether the scanner's field has the focus; typing by hand has a field of its own. */
const noteFocus = () =>
  set({ unfocused: !document.hasFocus() || document.activeElement !== scanField });

/** Reads the scanner in this field, and reports when the field has no focus. */
const readScansFrom = (input: HTMLTextAreaElement | null): void => {
  if (!input || scanField) return;
  scanField = input;
  readWedge({
    input,
    document,
    settings: settings.scan,
    onScan: (raw, at) => isScannerTest() || takeScan(raw, at),
    onAgain: (raw, ms, at) => isScannerTest() || takeRepeatedScan(raw, ms, at),
  });
  const noteFocusSoon = debounce(noteFocus, focusBlinkMs);
  for (const type of ["focusin", "focusout", "visibilitychange"])
    document.addEventListener(type, noteFocusSoon);
  for (const type of ["focus", "blur"]) addEventListener(type, noteFocusSoon);
  const reportMissingEnd = () => {
    if (input.value !== "" && !isScannerTest())
      showWrongLabel({
        ...{ label: beginningOf(input.value), text: words.wrong.unended },
        word: words.outcomes.notTaken,
      });
  };
  input.addEventListener("input", debounce(reportMissingEnd, unendedAfterMs));
  // Buttons take no focus, and a touch inside a label moves no caret.
  document.addEventListener("mousedown", (event) => {
    const { target } = event;
    const isFocused = target === scanField && document.activeElement === scanField;
    const isField = target === scanField || target instanceof HTMLInputElement;
    if (isFocused || !isField) event.preventDefault();
  });
};

let wasTyping = false;

/** After each drawing: gives the focus back to the scanner's field when typing has ended. */
export const refocusScanField = (): void => {
  const isTyping = state().input === "typing";
  if (wasTyping && !isTyping) scanField?.focus({ preventScroll: true });
  wasTyping = isTyping;
};

const watchCamera = async (picture: HTMLVideoElement, signal: AbortSignal) => {
  try {
    const { watchLabels } = await import("./camera.ts");
    set({ light: undefined });
    stayAwake();
    const onLight = (switchTo: CameraLight["switchTo"]) => set({ light: { on: false, switchTo } });
    await watchLabels(picture, settings.scan, takeScan, onLight, signal);
  } catch (error) {
    if (signal.aborted) return;
    set({ input: "scanner", cameraless: error instanceof DOMException });
    showWrongLabel({ label: "", word: words.acts.camera, text: words.notes.noCamera });
  }
};

let cameraAbort: AbortController | undefined;

const watchPicture = (picture: HTMLVideoElement | null) => {
  cameraAbort?.abort();
  cameraAbort = new AbortController();
  if (picture) void watchCamera(picture, cameraAbort.signal);
};

/** The camera's picture. What reads it is loaded at the first tap. */
export const CameraPicture = () => (
  <video class="viewfinder" ref={watchPicture} muted playsInline />
);

/** Something in hand: its icon, its code, and perhaps a button that lets it go. */
export type HeldThing = Readonly<{
  icon: IconName;
  what: string;
  code?: string;
  name?: string;
  sum?: ComponentChildren;
  action?: Action;
}>;

export type PromptProps = Readonly<{
  text: string;
  icon?: IconName;
  hint?: ComponentChildren;
  held?: readonly HeldThing[];
  person?: Person;
  /** Fills the screen, is alone above a list, or is small above what was looked up. */
  shape?: "" | "whole" | "alone" | "alone counting" | "brief alone" | "seeing" | "hide";
  beside?: ComponentChildren;
  children?: ComponentChildren;
}>;

const HeldRow = ({ icon, what, code, name = "", sum, action }: HeldThing) => (
  <p class="row">
    <Icon name={icon} />
    <span class="hide">{what}</span>
    <b class={name.length > 8 ? "long" : undefined}>{code ? <CodeText>{code}</CodeText> : name}</b>
    {sum && (
      <span class="sum n" data-test="count">
        {sum}
      </span>
    )}
    {action && <Button {...action} />}
  </p>
);

export const TypedLabel = ({ label, example }: { label: string; example: string | undefined }) => (
  <form
    class="row"
    onSubmit={(event) => {
      event.preventDefault();
      const typed = new FormData(event.currentTarget).get("typed");
      set({ input: "scanner" });
      if (typeof typed === "string" && typed !== "") takeScan(typed, performance.now(), true);
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

/** Who is signed in; who is another one scans a card. */
const PersonHead = ({ id, since }: Person) => (
  <div class="row person">
    <Icon name="person" />
    <div>
      <p class="name" data-test="who">
        {personName(id)}
      </p>
      <p>
        {fillTemplate(provedBy === "key" ? words.people.notYou : words.since, {
          time: formatTime(since),
        })}
      </p>
    </div>
  </div>
);

/** Says what to do next. The scanner's field fills it, so that a touch gives it the focus. */
export const Prompt = ({
  text,
  icon,
  hint,
  held = [],
  person,
  shape = "",
  beside,
  children,
}: PromptProps) => {
  const { input, unfocused } = state();
  const isTyping = input === "typing";
  const isUnfocused = unfocused && !isTyping;
  const title = (
    <h1 class="row" data-test="next">
      {icon && <Icon name={isUnfocused ? "touch" : icon} />}
      <span>{isUnfocused ? words.next.touch : text}</span>
    </h1>
  );
  return (
    <section
      class={`prompt ${shape} ${isUnfocused ? "unfocused" : ""}`}
      aria-label={words.labels.next}
    >
      <textarea
        class="scan"
        rows={1}
        ref={readScansFrom}
        data-test={isTyping ? undefined : "scan"}
        hidden={isTyping}
        aria-label={words.labels.scanner}
        inputMode="none"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      <div class="held">
        {held.map((one) => (
          <HeldRow key={one.what} {...one} />
        ))}
      </div>
      {person && <PersonHead {...person} />}
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
