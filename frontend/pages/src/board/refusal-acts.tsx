import words from "site:words/board";
import { useRef, useState } from "preact/hooks";
import { renderScanLine } from "../shared/scan-line.tsx";
import type { ReadResult } from "../shared/service-reads.ts";
import { CodeText, fillTemplate, formatTime } from "../shared/text.tsx";
import { letters } from "./letters.ts";
import { CodeLink } from "./links.tsx";
import { adviseOnRefusal, canPass, needsErp, type RefusalAdvice } from "./refusal-advice.tsx";
import { type ListedRefusal, markSeen, seenMarkOf } from "./seen-refusals.ts";
import { useFocusAfter, useSending } from "./sending.tsx";
import { boardState } from "./store.ts";

const { acts: actWords, actNotes } = words;

type RefusalProps = { refusal: ListedRefusal };

/** Says when a refusal was seen or settled at this desk. */
const SeenLine = ({ refusal }: RefusalProps) => {
  const { seenAt, fields } = seenMarkOf(refusal) ?? {};
  const template = fields ? actWords.settledAt : actWords.seenAt;
  return (
    <p class="soft seen" data-test="seen-line">
      {fillTemplate(template, {
        time: seenAt && formatTime(seenAt),
        what: fields && renderScanLine(fields, undefined, undefined, CodeLink),
      })}
    </p>
  );
};

const describeAdvice = (
  refusal: ListedRefusal,
  { answer, unanswered, refused, forbidden }: ReadResult<RefusalAdvice>,
) => {
  if (unanswered) return words.states.unanswered;
  if (refused || forbidden) return actNotes.nothingPasses;
  if (answer?.isThere) return actNotes.there;
  if (answer?.corrections.length !== 0) return false;
  const goods = <CodeText>{refusal.zongpai ?? ""}</CodeText>;
  return needsErp(refusal) ? fillTemplate(actNotes.notInErp, { goods }) : actNotes.nothingPasses;
};

const OpenRefusal = ({ refusal }: RefusalProps) => {
  const keys = useRef<HTMLDivElement>(null);
  const [advice, setAdvice] = useState<ReadResult<RefusalAdvice>>();
  const { isSending, renderSending, send } = useSending();
  useFocusAfter(keys);
  const settle = async () => setAdvice(await adviseOnRefusal(refusal));
  const isBlocked = boardState().unsaved;
  return (
    <div ref={keys} class="acts">
      {advice
        ? advice.answer?.corrections.map(({ command, label }, at) => (
            <button
              key={at}
              type="button"
              class={at === 0 ? "act main" : "act"}
              data-test="send"
              aria-disabled={isBlocked}
              onClick={async () => {
                if (await send(command)) await markSeen(refusal, command.fields);
                else if (!boardState().unsaved) await settle();
              }}
            >
              {label}
            </button>
          ))
        : canPass(refusal) && (
            <button
              type="button"
              class="act"
              data-test="settle"
              aria-disabled={isBlocked}
              aria-keyshortcuts={letters.settle}
              onClick={() => void (isBlocked || settle())}
            >
              {needsErp(refusal) ? actWords.lookInErp : actWords.settle}
            </button>
          )}
      <button
        type="button"
        class="act"
        data-test="seen"
        aria-disabled={isSending}
        aria-keyshortcuts={letters.seen}
        onClick={() => void (isSending || markSeen(refusal))}
      >
        {actWords.seen}
      </button>
      <span class="soft" role="status">
        {renderSending() || (advice && describeAdvice(refusal, advice))}
      </span>
    </div>
  );
};

/** The acts on a refusal: the corrections that would pass, and Seen. */
export const RefusalActs = ({ refusal }: RefusalProps) =>
  seenMarkOf(refusal) ? <SeenLine refusal={refusal} /> : <OpenRefusal refusal={refusal} />;
