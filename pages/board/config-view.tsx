import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { RouteAnswer, RouteFields } from "#lib/page/requests.ts";
import { siteNameOf } from "../shared/language.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { mayCall } from "../shared/rights.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { fillTemplate, formatAmount } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { askMeOnce, readRoute, rehearseConfig, writeRoute } from "./client.ts";
import { ConfigDiff, type ConfigDraft, changesBetween, type DraftVerdict } from "./config-diff.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { ItemTable, renderPlace } from "./parts.tsx";
import { refreshBoard, setState } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { config: configWords, columns } = words;

/** The request of a draft; of what is no number the service says what it would accept. */
const entriesOf = (draft: ConfigDraft): RouteFields<"put-attachment-config">["entries"] =>
  Object.entries(draft).flatMap(([category, typed]) =>
    typed === undefined
      ? []
      : [{ category, quantity: typed.trim() ? Number(typed.replace(",", ".")) : undefined }],
  );

const canRehearse = settings.client.routes["put-attachment-config"]?.takes.dry_run !== undefined;

/** Milliseconds after the last key until the service is asked whether a draft could be saved. */
const rehearsalDelayMs = 300;

type AttachmentLines = RouteAnswer<"get-attachment-status">["categories"];

const categoryRowsOf = (lines: AttachmentLines) =>
  settings.categories.map((one) => ({
    ...lines.find(({ category }) => category === one.category),
    ...one,
  }));

/** The recorded configuration, as the form shows it. */
const recordedDraftOf = (lines: AttachmentLines): ConfigDraft =>
  Object.fromEntries(
    categoryRowsOf(lines)
      .filter(({ configured }) => configured)
      .map(({ category, configured_quantity }) => [category, formatAmount(configured_quantity)]),
  );

type ConfigEdit = {
  readonly zongpai: string;
  readonly before: ConfigDraft;
  readonly draft: ConfigDraft;
};
type SaveAttempt = { readonly revision: number | undefined; readonly failed: ReadResult<unknown> };

/**
 * Saves a draft if the configuration is still as it was before; `isStale` if it is not. Reads it again after a refusal: someone may have
 * saved it between the read and the write. If that left it as it was, the draft is saved with the newer revision.
 */
const saveDraftUnlessStale = async (
  edit: ConfigEdit,
  last?: SaveAttempt,
): Promise<ReadResult<unknown> & { readonly isStale?: boolean }> => {
  const { zongpai, before, draft } = edit;
  const { answer: now, ...unread } = await readRoute("get-attachment-status", { zongpai });
  if (!now) return unread;
  const { revision, categories } = now;
  if (changesBetween(before, recordedDraftOf(categories)).length > 0) return { isStale: true };
  if (last && last.revision === revision) return last.failed;
  const { answer, ...failed } = await writeRoute("put-attachment-config", {
    zongpai,
    entries: entriesOf(draft),
    ...(revision !== undefined && { expected_revision: revision }),
  });
  return answer ? { answer } : saveDraftUnlessStale(edit, { revision, failed });
};

type ConfigFormProps = { zongpai: string; lines: AttachmentLines };
const ConfigForm = ({ zongpai, lines }: ConfigFormProps) => {
  const rows = categoryRowsOf(lines);
  const before = recordedDraftOf(lines);
  const [opened] = useState(before);
  const meanwhile = changesBetween(opened, before);
  // What is not in it follows what someone else saves meanwhile.
  const [changed, setChanged] = useState<ConfigDraft>({});
  const draft = { ...before, ...changed };
  const [asked, ask] = useState(changed);
  const [refused, setRefused] = useState<RefusalText>();
  const [saving, setSaving] = useState(false);
  const changes = changesBetween(before, draft);
  const count = changes.length;
  useEffect(() => {
    setState({ unsaved: count > 0 });
    return () => setState({ unsaved: false });
  }, [count]);
  useEffect(() => {
    const timer = setTimeout(() => ask(changed), rehearsalDelayMs);
    return () => clearTimeout(timer);
  }, [changed]);
  const entries = entriesOf({ ...before, ...asked });
  const of = JSON.stringify([before, entries]);
  const verdict = useAnswer<DraftVerdict & { readonly of: string }>(async () => {
    if (!canRehearse || count === 0) return { answer: { of, blocked: [] } };
    const { answer, refused, unanswered: silent } = await rehearseConfig({ zongpai, entries });
    return silent
      ? { unanswered: silent }
      : { answer: { of, blocked: answer?.blocked ?? [], refused } };
  }, of)?.answer;

  const put = (code: string, typed: string | undefined) => {
    setChanged({ ...changed, [code]: typed });
    setRefused(undefined);
  };
  const save = async () => {
    setSaving(true);
    const { answer, refused, isStale } = await saveDraftUnlessStale({ zongpai, before, draft });
    setSaving(false);
    if (isStale) return refreshBoard();
    if (!answer) return setRefused(refused);
    setState({ unsaved: false });
    // Meanwhile something else may have been looked up.
    if (location.hash === hrefOf("attachments", zongpai)) location.hash = hrefOf("goods", zongpai);
  };
  const { blocked = [] } = verdict ?? {};
  const isBlocked = blocked.length > 0 || verdict?.refused !== undefined;
  const isReady =
    verdict?.of === JSON.stringify([before, entriesOf(draft)]) && !saving && !isBlocked;
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
                    put(category, currentTarget.checked ? (before[category] ?? "") : undefined)
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
                  onInput={({ currentTarget }) => put(category, currentTarget.value)}
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
          <ConfigDiff changes={meanwhile} blocked={[]} />
        </section>
      )}
      <h3>{configWords.would}</h3>
      {count === 0 && !isBlocked && <p class="soft diff">{configWords.nothing}</p>}
      <ConfigDiff changes={changes} blocked={blocked} refused={refused ?? verdict?.refused} />
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

/** The form for the attachments of goods, which shows what saving would do. */
export const ConfigView = ({ code }: { code: string }) => {
  const mayChange = mayCall("put-attachment-config");
  const found = useAnswer(async () => {
    const [status] = await Promise.all([
      readRoute("get-attachment-status", { zongpai: code }),
      askMeOnce(),
    ]);
    return status;
  });
  return (
    <LookupFrame icon="attach" code={code} name={words.kinds.attachments} of={found}>
      {!mayChange && <p>{configWords.forbidden}</p>}
      {mayChange && found?.answer && <ConfigForm zongpai={code} lines={found.answer.categories} />}
    </LookupFrame>
  );
};
