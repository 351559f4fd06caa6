import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { RouteAnswer, RouteFields } from "#lib/page/requests.ts";
import { siteNameOf } from "../shared/language.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { mayCall } from "../shared/rights.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { fillTemplate, formatAmount, formatTypedAmount } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { askMeOnce, readRoute, rehearseConfig, writeRoute } from "./client.ts";
import { ConfigDiff, type ConfigDraft, changesBetween, type DraftVerdict } from "./config-diff.tsx";
import { renderPlace } from "./facts.tsx";
import { ItemTable } from "./item-table.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { refreshBoard, setState } from "./store.ts";
import { readTypedQuantity } from "./typed-quantity.ts";
import { useAnswer } from "./use-answer.ts";

const { config: configWords, columns } = words;

/** The entries of the request for a draft. */
const entriesOf = (draft: ConfigDraft): RouteFields<"put-attachment-config">["entries"] =>
  Object.entries(draft).flatMap(([category, typed]) =>
    typed === undefined ? [] : [{ category, quantity: readTypedQuantity(typed) }],
  );

/** The categories whose text is not a number that the site accepts. */
const misTypedIn = (draft: ConfigDraft): string[] =>
  Object.entries(draft).flatMap(([category, typed]) => {
    const isEmpty = typed === undefined || (settings.uncapped && !typed.trim());
    return isEmpty || readTypedQuantity(typed) !== undefined ? [] : [category];
  });

const canRehearse = settings.client.routes["put-attachment-config"]?.takes.dry_run !== undefined;

/** Milliseconds between the last key press and the check of the draft. */
const rehearsalDelayMs = 300;

type AttachmentLines = RouteAnswer<"get-attachment-status">["categories"];

const categoryRowsOf = (lines: AttachmentLines) =>
  settings.categories.map((siteCategory) => {
    const line = lines.find(({ category }) => category === siteCategory.category);
    return { ...line, ...siteCategory };
  });

/** The recorded configuration, as the form shows it. */
const recordedDraftOf = (lines: AttachmentLines): ConfigDraft =>
  Object.fromEntries(
    categoryRowsOf(lines)
      .filter(({ configured }) => configured)
      .map(({ category, configured_quantity }) => [
        category,
        formatTypedAmount(configured_quantity),
      ]),
  );

type ConfigEdit = {
  readonly zongpai: string;
  readonly before: ConfigDraft;
  readonly draft: ConfigDraft;
};
type SaveAttempt = { readonly revision: number | undefined; readonly failed: ReadResult<unknown> };

/**
 * Saves a draft if the configuration has not changed since `before`; otherwise returns `isStale`. Because another person may save between
 * the read and the write, a refusal makes it read the configuration again. If the other save changed nothing, it saves the draft with the
 * newer revision.
 */
const saveDraftUnlessStale = async (
  edit: ConfigEdit,
  last?: SaveAttempt,
): Promise<ReadResult<unknown> & { readonly isStale?: boolean }> => {
  const { zongpai, before, draft } = edit;
  const { answer: status, ...unread } = await readRoute("get-attachment-status", { zongpai });
  if (!status) return unread;
  const { revision, categories } = status;
  const meanwhile = changesBetween(before, recordedDraftOf(categories));
  if (meanwhile.length > 0) return { isStale: true };
  if (last && last.revision === revision) return last.failed;
  const expectation = revision === undefined ? {} : { expected_revision: revision };
  const { answer, ...failed } = await writeRoute("put-attachment-config", {
    zongpai,
    entries: entriesOf(draft),
    ...expectation,
  });
  return answer ? { answer } : saveDraftUnlessStale(edit, { revision, failed });
};

type ConfigFormProps = { zongpai: string; lines: AttachmentLines };
const ConfigForm = ({ zongpai, lines }: ConfigFormProps) => {
  const rows = categoryRowsOf(lines);
  const before = recordedDraftOf(lines);
  const [recordedAtOpening] = useState(before);
  const meanwhile = changesBetween(recordedAtOpening, before);
  // The categories that were edited here. The others follow the saves of other people.
  const [edited, setEdited] = useState<ConfigDraft>({});
  const draft = { ...before, ...edited };
  const [rehearsed, setRehearsed] = useState(edited);
  const [refused, setRefused] = useState<RefusalText>();
  const [saving, setSaving] = useState(false);
  const changes = changesBetween(before, draft);
  const count = changes.length;
  const misTyped = misTypedIn(draft);
  useEffect(() => {
    setState({ unsaved: count > 0 });
    return () => setState({ unsaved: false });
  }, [count]);
  useEffect(() => {
    const timer = setTimeout(() => setRehearsed(edited), rehearsalDelayMs);
    return () => clearTimeout(timer);
  }, [edited]);
  const entries = entriesOf({ ...before, ...rehearsed });
  const question = JSON.stringify([before, entries]);
  const verdict = useAnswer<DraftVerdict & { readonly question: string }>(async () => {
    const isRefusedHere = misTypedIn({ ...before, ...rehearsed }).length > 0;
    if (!canRehearse || count === 0 || isRefusedHere) return { answer: { question, blocked: [] } };
    const { answer, refused, unanswered } = await rehearseConfig({ zongpai, entries });
    if (unanswered) return { unanswered };
    return { answer: { question, blocked: answer?.blocked ?? [], refused } };
  }, question)?.answer;

  const edit = (category: string, typed: string | undefined) => {
    setEdited({ ...edited, [category]: typed });
    setRefused(undefined);
  };
  const save = async () => {
    setSaving(true);
    const { answer, refused, isStale } = await saveDraftUnlessStale({ zongpai, before, draft });
    setSaving(false);
    if (isStale) return refreshBoard();
    if (!answer) return setRefused(refused);
    setState({ unsaved: false });
    // The person may have opened another view in the meantime.
    if (location.hash === hrefOf("attachments", zongpai)) location.hash = hrefOf("goods", zongpai);
  };
  const { blocked = [] } = verdict ?? {};
  const isBlocked = blocked.length + misTyped.length > 0 || verdict?.refused !== undefined;
  const isJudged = verdict?.question === JSON.stringify([before, entriesOf(draft)]);
  const isReady = isJudged && !saving && !isBlocked;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void save();
      }}
    >
      <ItemTable
        class="edit"
        caption={words.kinds.attachments}
        rows={rows}
        columns={[
          [
            columns.category,
            ({ category, label }) => (
              <label class="row">
                <input
                  type="checkbox"
                  checked={draft[category] !== undefined}
                  onChange={({ currentTarget }) =>
                    edit(category, currentTarget.checked ? (before[category] ?? "") : undefined)
                  }
                />
                {siteNameOf(label)}
              </label>
            ),
          ],
          [
            columns.quantity,
            ({ category, label }) =>
              draft[category] === undefined ? (
                ""
              ) : (
                <input
                  class="field"
                  aria-label={configWords.quantityOf.replace("{category}", siteNameOf(label))}
                  inputMode="decimal"
                  size={8}
                  value={draft[category]}
                  placeholder={settings.uncapped ? words.noLimit : undefined}
                  onInput={({ currentTarget }) => edit(category, currentTarget.value)}
                />
              ),
          ],
          [columns.boxed, ({ boxed_quantity = 0 }) => formatAmount(boxed_quantity), "n"],
          [words.kinds.place, renderPlace],
        ]}
      />
      {meanwhile.length > 0 && (
        <section data-test="meanwhile">
          <h3>{configWords.meanwhile}</h3>
          {count > 0 && <p>{configWords.notSaved}</p>}
          <ConfigDiff changes={meanwhile} misTyped={[]} blocked={[]} />
        </section>
      )}
      <h3>{configWords.would}</h3>
      {count === 0 && !isBlocked && <p class="soft diff">{configWords.nothing}</p>}
      <ConfigDiff
        changes={changes}
        misTyped={misTyped}
        blocked={blocked}
        refused={refused ?? verdict?.refused}
      />
      <p class="row">
        {count > 0 && !isBlocked && (
          <button class="btn main" type="submit" data-test="save" disabled={!isReady}>
            {fillTemplate(configWords.save, { count: formatAmount(count) })}
          </button>
        )}
        <a class="btn" href={hrefOf("goods", zongpai)}>
          {words.cancel}
        </a>
        {isBlocked && <span>{configWords.blockedHint}</span>}
      </p>
    </form>
  );
};

/** The form for the attachments of goods. It shows the effect of saving. */
export const ConfigView = ({ code }: { code: string }) => {
  const mayChange = mayCall("put-attachment-config");
  const result = useAnswer(async () => {
    const [status] = await Promise.all([
      readRoute("get-attachment-status", { zongpai: code }),
      askMeOnce(),
    ]);
    return status;
  });
  return (
    <LookupFrame icon="attach" code={code} name={words.kinds.attachments} result={result}>
      {!mayChange && <p>{configWords.forbidden}</p>}
      {mayChange && result?.answer && (
        <ConfigForm zongpai={code} lines={result.answer.categories} />
      )}
    </LookupFrame>
  );
};
