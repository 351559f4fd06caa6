import { Field, type Screen } from "./screen.ts";
import type { Modifiers, Stroke } from "./strokes.ts";

/** Inserts text where the focus is, and tells the page. */
const insert = (screen: Screen, text: string): void => {
  const { active } = screen;
  if (!(active instanceof Field) || active.hidden) return;
  // A one-line field drops line ends; a text area has only one kind of them.
  const lines = text.replace(/\r\n?/g, "\n");
  active.insert(active === screen.field ? lines : lines.replaceAll("\n", ""));
  screen.tell(active, "input", undefined, { isComposing: false });
};

/** What a browser does with a key that moves the caret, or deletes a character. */
const edit = (screen: Screen, key: string): void => {
  const { active } = screen;
  if (!(active instanceof Field)) return;
  const { value } = active;
  if (key === "Home") active.caret = 0;
  if (key === "ArrowLeft") active.caret = Math.max(0, active.caret - 1);
  if (key === "Backspace") active.erase(active.caret - 1);
  if (key === "Delete") active.erase(active.caret);
  if (active.value !== value) screen.tell(active, "input", undefined, { isComposing: false });
};

const isCharacter = (key: string, { Control, Alt, AltGraph }: Modifiers) =>
  key.length === 1 && (AltGraph || !(Control || Alt));

/** What a browser does with a key that the page does not keep for itself. */
const defaultOf = (screen: Screen, key: string, modifiers: Modifiers): void => {
  if (isCharacter(key, modifiers)) insert(screen, key);
  else if (modifiers.Control || modifiers.Alt) return;
  else if (key === "Tab") screen.focusOn(screen.body);
  else if (key !== "Enter") edit(screen, key);
  else if (screen.active === screen.typed) screen.submit();
  else insert(screen, "\n");
};

/** Lets a stroke happen to the page. `timeStamp`: when its key moved. A busy page handles it later. */
export const strike = (screen: Screen, stroke: Stroke, timeStamp: number): void => {
  const { active } = screen;
  if (stroke.is === "focus") {
    if (stroke.on === "body") screen.focusOn(screen.body);
    else screen.setWindowFocus(stroke.on === "back");
  } else if (stroke.is === "text") {
    screen.tell(active, "keydown", timeStamp, { key: "Unidentified", code: "" });
    insert(screen, stroke.text);
  } else if (stroke.is === "down" || stroke.is === "up") {
    const { key, code, modifiers, inserts } = stroke;
    const { Control = false, Alt = false, Shift = false } = modifiers;
    const event = {
      ...{ key, code, ctrlKey: Control, altKey: Alt, shiftKey: Shift },
      getModifierState: (name: keyof Modifiers) => modifiers[name] ?? false,
    };
    const isLeft = screen.tell(active, `key${stroke.is}`, timeStamp, event);
    if (stroke.is === "down" && active === screen.typed) screen.pressInTyped(event);
    if (stroke.is === "down" && isLeft) defaultOf(screen, key, modifiers);
    if (inserts) insert(screen, inserts);
  }
};
