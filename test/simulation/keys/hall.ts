import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import { labelsOf, type Printed } from "./labels.ts";
import { scannerOn } from "./scanner.ts";
import { personKeys } from "./strokes.ts";

const integer = (min: number, max: number) => fc.integer({ min, max });

const targets = [
  ...["shelve", "box", "attach", "look"].map((mode) => `nav [data-command="${mode}"]`),
  ...["save", "add", "back", "who", "refused", "off-shelf"].map((name) => `[data-test="${name}"]`),
  ...["typing", "digit"],
];

/** What no reader of keys can know, because a right label would send the same. */
export const unknowable = [
  "a letter lost",
  "a separator lost",
  "a layout that swaps keys",
  "one label sent as two",
] as const;
/** What happens between two characters of a label. */
const between = ["silence", "away", "key", "touch", "busy"] as const;
/**
 * The label ends in the middle. A pull of the trigger begins before the end of the one before, on the same label or another one. One pull
 * sends two labels. The focus is on nothing.
 */
const around = ["broken", "broken", "doubled", "joined", "joined", "several", "body"] as const;

/** What happens to a label on its way. */
const trouble = fc.record({
  kind: fc.oneof(
    { weight: 66, arbitrary: fc.constant("none" as const) },
    { weight: 20, arbitrary: fc.constantFrom(...between) },
    { weight: 20, arbitrary: fc.constantFrom(...around) },
    { weight: 4, arbitrary: fc.constantFrom(...unknowable) },
  ),
  /** A place in the label, in thousandths. */
  at: fc.nat(999),
  ms: fc.oneof(integer(1, 400), integer(300, 1_990), integer(2_000, 9_000), integer(2_000, 9_000)),
  key: fc.constantFrom(...Object.keys(personKeys)),
  target: fc.constantFrom(...targets),
  timersFirst: fc.boolean(),
});
export type Trouble = typeof trouble extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const before = fc.oneof(integer(60, 1_900), integer(60, 1_900), integer(2_000, 6_000));
const step = <const Name extends string, Parts extends object>(
  name: Name,
  parts: fc.Arbitrary<Parts>,
) => fc.tuple(parts, before).map(([all, ms]) => ({ ...all, do: name, before: ms }));

const stepsOn = (site: Site, key: string | undefined) => {
  const { zongpai, box_no, location, number, any } = labelsOf(site, key);
  const scanOf = (label: fc.Arbitrary<Printed>, by: fc.Arbitrary<number> = fc.nat(2)) =>
    step("scan", fc.record({ by, label, other: any, trouble }));
  const touchOf = (target: fc.Arbitrary<string>) => step("touch", fc.record({ target }));
  const typed = step("number", fc.record({ number: integer(1, 400), pace: integer(90, 400) }));
  const keys = fc.constantFrom("Enter", "7", "x", "Backspace");
  const single = fc.oneof(
    { weight: 66, arbitrary: scanOf(any) },
    { weight: 9, arbitrary: touchOf(fc.constantFrom(...targets)) },
    { weight: 4, arbitrary: typed },
    {
      weight: 4,
      arbitrary: step(
        "key",
        keys.map((key) => ({ key })),
      ),
    },
    { weight: 4, arbitrary: step("wait", fc.record({ ms: integer(1, 9_000) })) },
  );
  /** What a worker does all day: a mode, a place, goods, and a number that is typed, counted or on a label. */
  const round = fc.nat(2).chain((scanner) => {
    const by = fc.constant(scanner);
    const into = (mode: string, place: fc.Arbitrary<Printed>, ...then: (typeof single)[]) =>
      fc.tuple(
        touchOf(fc.constant(`nav [data-command="${mode}"]`)),
        scanOf(place, by),
        scanOf(zongpai, by),
        ...then,
        scanOf(zongpai, by),
      );
    const counted = fc.oneof(scanOf(zongpai, by), typed, scanOf(number), scanOf(number));
    return fc.oneof(into("shelve", location), into("box", box_no, counted));
  });
  return fc.oneof(
    { weight: 2, arbitrary: single.map((one) => [one]) },
    { weight: 1, arbitrary: round },
  );
};

/** Draws the run of one page: its scanners, and what happens in the hall. */
export const runOn = (site: Site, key: string | undefined) =>
  fc.record({
    seed: fc.nat(),
    online: fc.boolean(),
    scanners: fc.tuple(scannerOn(site), scannerOn(site), scannerOn(site)),
    steps: fc
      .array(stepsOn(site, key), { maxLength: 40, size: "max" })
      .map((rounds) => rounds.flat()),
  });
export type Run = ReturnType<typeof runOn> extends fc.Arbitrary<infer Drawn> ? Drawn : never;
export type Step = Run["steps"][number];
