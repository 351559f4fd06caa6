/** The letters of what is done all day. A button shows its letter, and has it as `aria-keyshortcuts`. */
export const letters = {
  ...{ setTo: "s", moveTo: "m", takeOut: "t", offShelf: "o", left: "l" },
  ...{ packing: "p", settle: "c", seen: "d" },
} as const;

/** A scanner sends its keys faster: a letter that others follow or precede within this time is part of a label. */
const burstMs = 120;

/** Where a letter looks for its button: the row with the focus, then the head of the result, also while nothing has the focus. */
const scopesOf = (focused: Element): Element[] => {
  const row = focused.closest("tbody tr, .queue > li");
  const isInResult = focused === document.body || focused.closest(".middle");
  const head = isInResult && document.querySelector(".middle .found > .apart");
  return [row, head].filter((scope) => !!scope);
};

const buttonOf = (letter: string, focused: Element): HTMLElement | undefined => {
  for (const scope of scopesOf(focused)) {
    const button = scope.querySelector<HTMLElement>(`[aria-keyshortcuts="${letter}"]`);
    if (button) return button;
  }
  return undefined;
};

const isField = (element: Element) => element.matches("input, textarea, select");

/** Presses a button by its letter, but never while a field has the focus. */
export const listenForLetters = (): void => {
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let pending: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("keydown", (event) => {
    clearTimeout(pending);
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp } = event;
    const isInBurst = timeStamp - lastKeyAt < burstMs;
    lastKeyAt = timeStamp;
    const { activeElement } = document;
    if (!activeElement || isField(activeElement) || event.defaultPrevented) return;
    if (ctrlKey || metaKey || altKey || shiftKey || repeat || isInBurst) return;
    const button = /^[a-z]$/.test(key) ? buttonOf(key, activeElement) : undefined;
    if (button) pending = setTimeout(() => button.click(), burstMs);
  });
};
