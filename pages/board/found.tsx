import words from "site:words/board";
import { useEffect, useRef } from "preact/hooks";
import { readCheck } from "../shared/check-code.ts";
import { Icon, type IconName } from "../shared/icon.tsx";
import { Code, fill, sentence } from "../shared/text.tsx";
import { type Address, addressesOf, type Kind } from "./address.ts";
import { Box } from "./box.tsx";
import { Check } from "./check.tsx";
import { Configure } from "./configure.tsx";
import { Goods } from "./goods.tsx";
import { Csv, Link } from "./parts.tsx";
import { Print } from "./print.tsx";
import { Shelf } from "./shelf.tsx";
import type { Found as FoundState } from "./store.ts";

const { kinds, found: say } = words;
const icons = {
  goods: "goods",
  box: "box",
  shelf: "shelf",
  attachments: "attach",
  check: "check",
  find: "look",
} as const satisfies Record<Kind, IconName>;

const nameOf = ({ at: { kind, code }, shelf }: FoundState) => {
  if (kind === "check") return words.check.title;
  if (kind === "find") return addressesOf(code).length > 0 ? say.several : say.unknown;
  return kind === "shelf" && shelf?.area !== undefined
    ? fill(say.shelfIn, { area: shelf.area })
    : kinds[kind];
};

/** What is shown, as rows of a file. */
const rowsOf = ({ at: { code }, goods, history, box, shelf }: FoundState) => {
  if (shelf) return shelf.all.map((item) => ({ location: code, ...item }));
  if (box) return [...box.items, ...box.entries].map((item) => ({ box_no: code, ...item }));
  return (history?.all ?? goods?.boxes)?.map((one) => ({ zongpai: code, ...one }));
};

const Choice = ({ code }: Pick<Address, "code">) => {
  const may = addressesOf(code);
  if (may.length === 0) return <p>{say.none}</p>;
  return (
    <>
      <p>{say.many}</p>
      <ul>
        {may.map(({ kind, code: one }) => (
          <li key={kind}>
            <Link kind={kind} code={one} /> {kind === "find" || kind === "check" ? "" : kinds[kind]}
          </li>
        ))}
      </ul>
    </>
  );
};

export const Found = ({ found }: { found: FoundState }) => {
  const { at, asking, silent, sentence: refusal, goods, box, shelf, lines, check } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone it is above what led to it.
  useEffect(() => heading.current?.scrollIntoView({ block: "nearest" }), [at]);
  return (
    <section class="found" aria-labelledby="found" aria-live="polite" aria-busy={asking}>
      <div class="apart">
        <h2 ref={heading} class="row title" id="found">
          <Icon name={icons[at.kind]} />
          <Code>{readCheck(at.code)?.location ?? at.code}</Code>
          <span>{nameOf(found)}</span>
        </h2>
        <Print at={at} key={`${at.kind} ${at.code}`} />
        <Csv name={at.code} rows={rowsOf(found)} />
      </div>
      {at.kind === "find" ? (
        <Choice code={at.code} />
      ) : (
        asking && <p class="soft">{words.asking}</p>
      )}
      {refusal && <p>{sentence(refusal, [at.code])}</p>}
      {silent && <p>{words.states.unanswered}</p>}
      {goods && <Goods zongpai={at.code} goods={goods} history={found.history} />}
      {box && <Box box={box} lacking={found.lacking} />}
      {shelf && <Shelf shelf={shelf} />}
      {check && <Check check={check} />}
      {lines && <Configure key={at.code} zongpai={at.code} lines={lines} />}
    </section>
  );
};
