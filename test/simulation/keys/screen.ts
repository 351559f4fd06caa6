import { type DrawnElement, elementsOf, findIn } from "./drawing.ts";

/** The parts of an event that the page reads. */
export type PageEvent = Readonly<Record<string, unknown>> & {
  readonly type: string;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly timeStamp: number;
};
type Listener = (event: PageEvent) => void;

/** A window, a document or an element. Its listeners hear their events in the order in which they were added. */
export class Place {
  readonly #listeners = new Map<string, Set<Listener>>();
  addEventListener(type: string, run: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(run));
  }
  hear(event: PageEvent): void {
    for (const run of this.#listeners.get(event.type) ?? []) run(event);
  }
}

/** An element that can have the focus. */
export class Focusable extends Place {
  readonly isContentEditable = false;
  readonly tagName: string;
  readonly #focus: (on: Focusable) => void;
  constructor(tagName: string, focus: (on: Focusable) => void) {
    super();
    this.tagName = tagName;
    this.#focus = focus;
  }
  focus(): void {
    this.#focus(this);
  }
}

/** A field with a text and a caret. */
export class Field extends Focusable {
  hidden = false;
  caret = 0;
  #value = "";
  get value(): string {
    return this.#value;
  }
  set value(text: string) {
    this.#value = text;
    this.caret = text.length;
  }
  insert(text: string): void {
    const end = this.#value.slice(this.caret);
    this.value = this.#value.slice(0, this.caret) + text + end;
    this.caret -= end.length;
  }
  erase(from: number): void {
    if (from < 0) return;
    this.value = this.#value.slice(0, from) + this.#value.slice(from + 1);
    this.caret = from;
  }
}

/** The `HTMLInputElement` of the page. */
export class InputField extends Field {}

/** The window, the document and the focus of one page. */
export class Screen {
  readonly window = new Place();
  readonly document = new Place();
  readonly body: Focusable;
  /** The field for scans. */
  readonly field: Field;
  /** The field for typing by hand, while the page shows one. */
  typed: InputField | undefined;
  active: Focusable;
  /** Whether keys reach the page at all. */
  hasFocus = true;
  #drawn: Parameters<typeof elementsOf>[0];
  #elements: readonly DrawnElement[] | undefined;
  #isFieldGiven = false;
  readonly #focus = (on: Focusable) => this.focusOn(on);
  readonly #now: () => number;
  readonly #isTyping: () => boolean;

  /** `isTyping`: whether the page has a field for typing. */
  constructor(now: () => number, isTyping: () => boolean) {
    this.#now = now;
    this.#isTyping = isTyping;
    this.body = new Focusable("BODY", this.#focus);
    this.field = new Field("TEXTAREA", this.#focus);
    this.active = this.body;
  }

  /** Sends an event to the window, the document and its target. Returns whether the browser does what it usually does. */
  tell(target: Focusable, type: string, timeStamp = this.#now(), parts: object = {}): boolean {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    const event = { type, target, timeStamp, preventDefault, ...parts };
    for (const place of [this.window, this.document, target]) place.hear(event);
    return !isPrevented;
  }

  focusOn(next: Focusable): void {
    const { active } = this;
    if (active === next || (next instanceof Field && next.hidden)) return;
    this.active = next;
    if (!this.hasFocus) return;
    const relatedTarget = next === this.body ? null : next;
    this.tell(active, "focusout", this.#now(), { relatedTarget });
    if (this.active === next) this.tell(next, "focusin");
  }

  /** Another window takes the keys, or gives them back. */
  setWindowFocus(has: boolean): void {
    if (this.hasFocus === has) return;
    this.hasFocus = has;
    this.tell(this.active, has ? "focusin" : "focusout", this.#now(), { relatedTarget: null });
    this.window.hear({ type: has ? "focus" : "blur", timeStamp: this.#now() });
  }

  /** The page's `render`. */
  draw(drawn: Parameters<typeof elementsOf>[0]): void {
    this.#drawn = drawn;
    this.#elements = undefined;
    // The components run only when an element is looked for, or when the fields change.
    if (this.#isFieldGiven && this.#isTyping() === (this.typed !== undefined)) return;
    for (const { type, props } of this.elements()) {
      const { ref, hidden } = props as { ref?: (field: Field) => void; hidden?: boolean };
      if (type === "textarea") {
        this.field.hidden = hidden === true;
        if (!this.#isFieldGiven) ref?.(this.field);
        this.#isFieldGiven = true;
      } else if (props.name === "typed") {
        this.typed ??= new InputField("INPUT", this.#focus);
        ref?.(this.typed);
      }
    }
    if (!this.typed || this.find('input[name="typed"]')) return;
    // A browser gives the focus of a removed field to the body.
    if (this.active === this.typed) this.active = this.body;
    this.typed = undefined;
  }

  elements(): readonly DrawnElement[] {
    this.#elements ??= elementsOf(this.#drawn);
    return this.#elements;
  }

  find(selector: string): DrawnElement | undefined {
    return findIn(this.elements(), selector);
  }

  click({ props }: DrawnElement): void {
    (props.onClick as (() => void) | undefined)?.();
  }

  /** A finger on a button. The page keeps the focus where it is. */
  touch(element: DrawnElement): void {
    const target = new Focusable("BUTTON", this.#focus);
    this.tell(target, "pointerdown");
    if (this.tell(target, "mousedown")) this.focusOn(this.body);
    this.click(element);
  }

  /** A key in the field for typing, which has a handler of its own. */
  pressInTyped(event: object): void {
    const { onKeyDown } = this.find('input[name="typed"]')?.props ?? {};
    (onKeyDown as ((event: object) => void) | undefined)?.(event);
  }

  /** Enter in the field for typing. */
  submit(): void {
    const { onSubmit } = this.find("form")?.props ?? {};
    const event = { preventDefault: () => {}, currentTarget: this.typed };
    (onSubmit as ((event: object) => void) | undefined)?.(event);
  }
}
