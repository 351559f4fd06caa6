import * as settings from "site:settings";
import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { printableOf } from "#scanner/scan/scan-text.ts";
import { labelKindOf } from "../../shared/labels.ts";
import { CodeText, fillTemplate } from "../../shared/text.tsx";
import { signalInHand } from "../device/signals.ts";
import { partWords } from "../screens/part-words.ts";
import { set } from "../state.ts";
import { commandWordsIn } from "./command-words.ts";
import { beginningOf, readLabel } from "./scan-labels.ts";
import { labelEndOf, type ScannerDiagnosis } from "./scanner-diagnosis.ts";
import { type KeyStroke, keyboardNameOf, type ScannerKey } from "./scanner-keys.ts";
import { addReading, type ScannerReadings } from "./scanner-readings.ts";
import { settingPlaces } from "./scanner-settings.ts";
import { hearReadings } from "./scanner-strokes.ts";

const { device: say, me } = partWords;

/** The number of characters shown of a text that is no label here, because it may be a secret. */
const maxShown = 8;

let readings: ScannerReadings | undefined;
let hearing: AbortController | undefined;

const listenForReadings = (part: HTMLElement | null) => {
  hearing?.abort();
  readings = undefined;
  const field = part && document.querySelector<HTMLTextAreaElement>(".scan");
  if (!field) return;
  hearing = new AbortController();
  const onReading = (strokes: readonly KeyStroke[]) => {
    readings = addReading(readings, strokes, settings.scan);
    signalInHand();
    set({});
  };
  hearReadings(field, settings.scan, onReading, hearing.signal);
};

/** The name of a key, with names for blanks and for invisible characters. */
const visibleNameOf = ({ name }: ScannerKey) =>
  printableOf(name.replace(" ", "␣")).replace(
    /[\p{Cf}\p{Z}]/gu,
    (character) =>
      `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`,
  );

const isKnown = ({ kinds, command }: ScannerDiagnosis) => kinds.length > 0 || command !== undefined;

const KeyList = ({ reading }: { reading: ScannerDiagnosis }) => {
  const { keys, scan } = reading;
  const few = /^(\].{2})?key:/i.test(scan.text) ? 4 : maxShown;
  const isWhole = isKnown(reading) || keys.length <= few;
  return (
    <p class="keys">
      {(isWhole ? keys : keys.slice(0, few)).map((key, at) => (
        <kbd key={at}>
          {visibleNameOf(key)}
          {key.code && key.code !== key.name && <small>{key.code}</small>}
        </kbd>
      ))}
      {!isWhole && <kbd>…</kbd>}
    </p>
  );
};

/** What the page understands of a reading. */
const understoodOf = ({ scan, kinds, command, isTaken }: ScannerDiagnosis): ComponentChildren => {
  if (!isTaken) return say.nothing;
  const label = readLabel(scan, kinds);
  if (label)
    return (
      <>
        <CodeText>{label.value}</CodeText>, {words.kinds[labelKindOf[label.kind]]}
      </>
    );
  if (command) return commandWordsIn(words)[command];
  return scan.key === undefined ? beginningOf(scan.text) : say.card;
};

const FactList = ({ reading }: { reading: ScannerDiagnosis }) => {
  const { scan, swaps, separators, fault, end } = reading;
  // The swaps of another text may be characters of a secret.
  const isLayoutShown = swaps.length > 0 && (isKnown(reading) || fault === "layout");
  const facts: readonly (readonly [what: string, value: ComponentChildren])[] = [
    [say.ended, end ?? say.nothing],
    [say.understood, understoodOf(reading)],
    ...(scan.kind === "gs1"
      ? ([[say.separator, separators.map(printableOf).join(", ") || say.nothing]] as const)
      : []),
    ...(isLayoutShown
      ? ([[say.keyboard, `${keyboardNameOf(swaps) ?? say.notUs}: ${swaps.join(", ")}`]] as const)
      : []),
  ];
  return (
    <ul class="lines">
      {facts.map(([what, value]) => (
        <li key={what}>
          {what}
          <b>{value}</b>
        </li>
      ))}
    </ul>
  );
};

const VerdictText = ({ last, verdict, same }: ScannerReadings) => {
  const { notes, wrong } = words;
  const line = { ...say.change, twice: notes.doubled, unknown: wrong.unknown }[verdict];
  const end = labelEndOf(settings.scan);
  const isGood = verdict === "again" || verdict === "gs1";
  const outcome = verdict === "correct" ? "recorded" : isGood ? "kept" : "wrong-label";
  const label = verdict === "compare" ? last.usText : beginningOf(last.scan.text);
  return (
    <div class="say" data-outcome={outcome}>
      <b>{fillTemplate(line, { end, label, count: same, keys: last.strangers.join(", ") })}</b>
      {settingPlaces(verdict, end).map((place) => (
        <p key={place}>{place}</p>
      ))}
    </div>
  );
};

const ReadingText = (all: ScannerReadings) => {
  const { keys, end } = all.last;
  const took = (keys.at(-1)?.at ?? 0) - (keys[0]?.at ?? 0);
  const apart = Math.round(took / Math.max(1, keys.length - 1));
  const count = keys.length - (end ? 1 : 0);
  return (
    <>
      <VerdictText {...all} />
      <FactList reading={all.last} />
      <h2>
        {fillTemplate(keys.some(({ isText }) => isText) ? say.text : say.keys, { count, apart })}
      </h2>
      <KeyList reading={all.last} />
    </>
  );
};

/**
 * The scanner test: what the scanner sends, how it is interpreted, and what to change. Nothing is
 * recorded.
 */
export const ScannerTest = () => (
  <section
    class="found"
    data-test="device"
    aria-label={me.whatSent}
    aria-live="polite"
    ref={listenForReadings}
  >
    {readings ? <ReadingText {...readings} /> : <p class="soft">{say.hint}</p>}
  </section>
);
