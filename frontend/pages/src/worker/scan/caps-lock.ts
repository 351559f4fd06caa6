import type { KeyboardState } from "#scanner/scan/read-scan.ts";

let keyboard: KeyboardState = {};

/** What the last key said of Caps Lock. A scanner's keys say it, too. */
export const keyboardState = (): KeyboardState => keyboard;

for (const type of ["keydown", "keyup"] as const)
  document.addEventListener(
    type,
    (event) => {
      keyboard = { capsLock: event.getModifierState?.("CapsLock") };
    },
    true,
  );
