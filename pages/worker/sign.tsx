import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import type { Person } from "../shared/people.ts";
import { Code, fill, time } from "../shared/text.tsx";
import { hearIn } from "./hear.ts";
import { nameOf } from "./sign-in.ts";
import { set, state } from "./store.ts";
import { take } from "./take.ts";

/** Something in hand: its icon, its code, and perhaps a button that lets it go. */
export type Held = {
  readonly icon: IconName;
  readonly what: string;
  readonly code?: string;
  readonly name?: string;
  readonly count?: string;
  /** What was counted. */
  readonly sum?: string;
  readonly act?: { readonly word: string; readonly run: () => void };
};

export type SignProps = {
  readonly next: string;
  readonly icon: IconName;
  readonly example?: string;
  readonly hint?: ComponentChildren;
  readonly held?: readonly Held[];
  /** Somebody has just signed in. */
  readonly who?: Person | undefined;
  /** Fills the screen, is alone above a list, or is small above what was found. */
  readonly shape?: "whole" | "alone" | "alone counting" | "brief alone" | "seeing" | "hide";
  /** Beside the words: the number that is counted. */
  readonly beside?: ComponentChildren;
  readonly children?: ComponentChildren;
};

const Part = ({ icon, what, code, name, count, sum, act }: Held) => (
  <>
    <Icon name={icon} />
    <span class="hide">{what}</span>
    <b class={name && name.length > 8 ? "long" : undefined}>
      {code ? <Code>{code}</Code> : name}
      {count}
    </b>
    {sum && (
      <span class="sum n" data-test="count">
        {sum}
      </span>
    )}
    {act && (
      <button type="button" class="btn" onClick={act.run}>
        {act.word}
      </button>
    )}
  </>
);

/** What is typed by hand is taken as a scan. */
const Typed = ({ label, example }: { label: string; example: string | undefined }) => (
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
      onKeyDown={(event) => {
        // A scanner that ends with Tab, while somebody meant to type.
        if (event.key !== "Tab" || event.shiftKey || event.currentTarget.value === "") return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
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
  example,
  hint,
  held = [],
  who,
  shape,
  beside,
  children,
}: SignProps) => {
  const { input, deaf } = state();
  const typing = input === "typing";
  const silent = deaf && !typing;
  const heading = silent ? words.next.touch : next;
  const sign = <Icon name={silent ? "touch" : typing ? "type" : icon} />;
  return (
    <section class={`sign ${shape ?? ""} ${silent ? "deaf" : ""}`} aria-label={words.labels.next}>
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
      {shape === "alone counting" ? (
        <p class="row two">
          {held.map((one) => (
            <span class="row" key={one.what}>
              <Part {...one} />
            </span>
          ))}
        </p>
      ) : (
        held.map((one) => (
          <p class="row" key={one.what}>
            <Part {...one} />
          </p>
        ))
      )}
      {who && (
        <>
          <p class="row">
            <Icon name="person" />
            <span>{fill(words.people.signedIn, { time: time(who.since) })}</span>
          </p>
          <p class="name" data-test="who">
            <b>{nameOf(who.id)}</b>
          </p>
        </>
      )}
      {shape === "hide" ? null : shape === "whole" && !typing ? (
        <h1 data-test="next">
          {sign}
          {heading}
        </h1>
      ) : beside ? (
        <div class="row apart">
          <h1 data-test="next">{heading}</h1>
          {beside}
        </div>
      ) : (
        <h1 class="row" data-test="next">
          {sign}
          <span>{heading}</span>
        </h1>
      )}
      {typing ? <Typed label={next} example={example} /> : hint && <p>{hint}</p>}
      {children}
    </section>
  );
};
