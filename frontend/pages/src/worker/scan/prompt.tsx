import * as settings from "site:settings";
import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { readWedge } from "#scanner/scan/wedge.ts";
import { Icon, type IconName } from "../../shared/icon.tsx";
import { categoryNameOf } from "../../shared/language.ts";
import type { Person } from "../../shared/people.ts";
import { CodeText, fillTemplate, formatTime } from "../../shared/text.tsx";
import { personName } from "../device/sign-in.ts";
import { stayAwake } from "../device/wake-lock.ts";
import { type Action, Button } from "../screens/button.tsx";
import { type CameraLight, set, state, topScreen } from "../state.ts";
import { debounce } from "./debounce.ts";
import type { ReadBy } from "./pad-entry.ts";
import { showWrongLabel } from "./scan-labels.ts";
import { takeRefusedText, takeRepeatedScan, takeScan, tellUnended } from "./scans.ts";

/** A loss of focus shorter than these milliseconds is ignored. */
const focusBlinkMs = 150;

/** The scanner test shows labels and does not take them as scans. */
const isScannerTest = () => topScreen()?.is === "device";

let scanField: HTMLTextAreaElement | undefined;

/** Records whether the scanner's field has the focus. Typing by hand uses another field. */
const noteFocus = () =>
  set({ unfocused: !document.hasFocus() || document.activeElement !== scanField });

const paceOf = (isQuick: boolean): ReadBy => (isQuick ? "quick" : "keys");

/** Reads scans from this field, and reports when the field loses the focus. */
const readScansFrom = (input: HTMLTextAreaElement | null): void => {
  if (!input || scanField) return;
  scanField = input;
  readWedge({
    input,
    document,
    settings: settings.scan,
    onScan: (raw, at, isQuick) => isScannerTest() || takeScan(raw, at, paceOf(isQuick)),
    onAgain: (raw, ms, at, isQuick) =>
      isScannerTest() || takeRepeatedScan(raw, ms, at, paceOf(isQuick)),
    onRefused: (text) => isScannerTest() || takeRefusedText(text),
    onUnended: (raw, reason) => isScannerTest() || tellUnended(raw, reason),
  });
  const noteFocusSoon = debounce(noteFocus, focusBlinkMs);
  for (const type of ["focusin", "focusout", "visibilitychange"])
    document.addEventListener(type, noteFocusSoon);
  for (const type of ["focus", "blur"]) addEventListener(type, noteFocusSoon);
  // Keep the focus in the field: a touch must not focus a button or move the caret inside a label.
  document.addEventListener("mousedown", (event) => {
    const { target } = event;
    const isFocused = target === scanField && document.activeElement === scanField;
    const isField = target === scanField || target instanceof HTMLInputElement;
    if (isFocused || !isField) event.preventDefault();
  });
};

let wasTyping = false;

/** Runs after each redraw. Returns the focus to the scanner's field when typing has ended. */
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
    await watchLabels(
      picture,
      settings.scan,
      (raw) => takeScan(raw, performance.now(), "camera"),
      onLight,
      signal,
    );
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

/** The camera's picture. The reader loads at the first touch of the button. */
export const CameraPicture = () => (
  <video class="viewfinder" ref={watchPicture} muted playsInline />
);

/** A thing in hand: its icon, its code, and perhaps a button that puts it down. */
export type HeldThing = Readonly<{
  icon: IconName;
  what: string;
  code?: string;
  name?: string;
  sum?: ComponentChildren;
  action?: Action;
}>;

export const heldAttachment = (category: string): HeldThing => ({
  icon: "attach",
  what: words.kinds.attachments,
  name: categoryNameOf(category),
});

export type PromptProps = Readonly<{
  text: ComponentChildren;
  icon?: IconName;
  hint?: ComponentChildren;
  held?: readonly HeldThing[];
  person?: Person;
  /** The layout: the whole screen, alone above a list, or small above a look-up. */
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

/** The signed-in person. Another person scans their own card. */
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

/** Says what to do next. The scanner's field covers the prompt, so that a touch focuses it. */
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
