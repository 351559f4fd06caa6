import type { Site } from "#lib/site/schema.ts";
import { type Run, type Step, type Trouble, unknowable } from "./hall.ts";
import type { Printed } from "./labels.ts";
import { cut, later, type Pull, placeIn, pullOf, splice, strokesIn } from "./pull.ts";
import { isRight, type Scanner, sentText } from "./scanner.ts";
import { personKeys, type Stroke, type Strokes, strokesOf, typedNumber } from "./strokes.ts";

/** A label that was read. */
export type Reading = {
  readonly printed: Printed;
  readonly scanner: Scanner;
  /** The characters that the scanner sends. */
  readonly sent: string;
  /** Whether the page must read it if nothing happens to it. */
  readonly isRight: boolean;
  /** It is the second copy of the same pull. */
  readonly isCopy: boolean;
  /** What no reader of keys can know. */
  readonly unknowable: string | undefined;
};

/** A keyboard of the host with other letters on the keys than the scanner supposes. */
const swapped: Readonly<Record<string, string>> = {
  ...{ Y: "Z", Z: "Y", y: "z", z: "y", "-": "ß", "/": "-", "]": "+", ":": "Ö", "=": "´", _: "?" },
};

const focus = (on: "body" | "away" | "back", after = 0): Stroke => ({ is: "focus", on, after });

/** Makes the strokes of steps, and keeps each reading. */
export const deliveries = ({ scanners }: Pick<Run, "scanners">, site: Site) => {
  const readings: Reading[] = [];
  const read = (printed: Printed, scanner: Scanner, kind: string, isCopy = false): Pull => {
    const sent = sentText(scanner, printed);
    const right = isRight(scanner, printed, site);
    const hidden = unknowable.find((one) => one === kind);
    const number = readings.push({
      ...{ printed, scanner, sent, isRight: right, isCopy, unknowable: hidden },
    });
    return pullOf(scanner, sent, number - 1);
  };

  const deliver = (label: Printed, other: Printed, set: Scanner, trouble: Trouble): Strokes => {
    const { kind, at: thousandth, ms, key, target, timersFirst } = trouble;
    // A text that arrives at once has no place between two characters.
    const isWhole = /^(none|several|body)$/.test(kind);
    const scanner: Scanner = isWhole ? set : { ...set, types: "keys" };
    const pull = read(label, scanner, kind);
    const { characters } = pull;
    const at = placeIn(pull, thousandth);
    const next = (printed: Printed, gap: number, isCopy = false) =>
      later(strokesIn(read(printed, scanner, kind, isCopy)), gap);
    switch (kind) {
      case "none": {
        const { again } = scanner;
        return [...strokesIn(pull), ...(again === undefined ? [] : next(label, again, true))];
      }
      case "broken":
        return cut(pull, at);
      case "doubled":
        return [...cut(pull), ...next(label, ms)];
      case "joined":
        return [...cut(pull), ...next(other, ms)];
      case "several":
        return [...strokesIn(pull), ...next(other, scanner.gap)];
      case "body":
        return [focus("body"), ...strokesIn(pull)];
      case "silence":
        return splice(pull, at, 0, focus("back", ms));
      case "away":
        return splice(
          ...([pull, at, 3, focus("away")] as const),
          ...characters.slice(at, at + 3).flat(),
          focus("back"),
        );
      case "key":
        return splice(pull, at, 0, ...(personKeys[key] ?? []));
      case "touch":
        return splice(pull, at, 0, { is: "touch", target, after: 0 });
      case "busy":
        return splice(pull, at, 0, { is: "busy", ms, timersFirst, after: 0 });
      case "one label sent as two":
        return [...strokesIn(pull), ...next(label, Math.max(ms, 1_500), true)];
      case "a letter lost":
        return splice(pull, at, 1);
    }
    const { sent } = readings.at(-1) as Reading;
    const changed = characters.flatMap((strokes, place): Strokes[] => {
      const character = sent[place] ?? "";
      if (kind === "a separator lost") return character < " " ? [] : [strokes];
      const pressed = swapped[character] ?? character;
      const unit = { reading: readings.length - 1, at: place };
      return [later(strokesOf(scanner, pressed, unit), scanner.gap)];
    });
    return strokesIn({ ...pull, characters: changed });
  };

  const strokesFor = (step: Step): Strokes => {
    switch (step.do) {
      case "scan":
        return deliver(step.label, step.other, scanners[step.by] as Scanner, step.trouble);
      case "touch":
        return [{ is: "touch", target: step.target, after: 0 }];
      case "number":
        return typedNumber(step.number, step.pace);
      case "key":
        return personKeys[step.key] ?? [];
      case "wait":
        return [focus("back", step.ms)];
    }
  };
  return { readings, strokesOf: (step: Step) => later(strokesFor(step), step.before) };
};
