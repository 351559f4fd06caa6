import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { Answer, Fields } from "#lib/page/requests.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import type { Read } from "../shared/read.ts";
import type { Refused } from "../shared/refusal.ts";
import { amount, fill } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { useAnswer } from "./answer.ts";
import { askOnce, read, record, rehearse } from "./client.ts";
import { changesIn, Diff, type Draft, type Verdict } from "./diff.tsx";
import { Frame } from "./frame.tsx";
import { placeOf, Table } from "./parts.tsx";
import { refresh, set } from "./store.ts";

const { config: say, columns } = words;

/** The request of a draft; of what is no number the service says what it would accept. */
const entriesOf = (draft: Draft): Fields<"put-attachment-config">["entries"] =>
  Object.entries(draft).flatMap(([category, typed]) =>
    typed === undefined
      ? []
      : [{ category, quantity: typed.trim() ? Number(typed.replace(",", ".")) : undefined }],
  );

const rehearses = settings.client.routes["put-attachment-config"]?.takes.dry_run !== undefined;

/** Milliseconds after the last key until the service is asked whether a draft could be saved. */
const pause = 300;

type Lines = Answer<"get-attachment-status">["categories"];

const rowsOf = (lines: Lines) =>
  settings.categories.map((one) => ({
    ...lines.find(({ category }) => category === one.category),
    ...one,
  }));

/** The recorded configuration, as the form shows it. */
const recordedIn = (lines: Lines): Draft =>
  Object.fromEntries(
    rowsOf(lines)
      .filter(({ configured }) => configured)
      .map(({ category, configured_quantity }) => [category, amount(configured_quantity)]),
  );

type Edit = { readonly zongpai: string; readonly before: Draft; readonly draft: Draft };
type Attempt = { readonly revision: number | undefined; readonly failed: Read<unknown> };

/**
 * Saves a draft if the configuration is still as it was before; `isStale` if it is not. Reads it again after a refusal: someone may have
 * saved it between the read and the write. If that left it as it was, the draft is saved with the newer revision.
 */
const saveUnlessStale = async (
  edit: Edit,
  last?: Attempt,
): Promise<Read<unknown> & { readonly isStale?: boolean }> => {
  const { zongpai, before, draft } = edit;
  const { answer: now, ...unread } = await read("get-attachment-status", { zongpai });
  if (!now) return unread;
  const { revision, categories } = now;
  if (changesIn(before, recordedIn(categories)).length > 0) return { isStale: true };
  if (last && last.revision === revision) return last.failed;
  const { answer, ...failed } = await record("put-attachment-config", {
    zongpai,
    entries: entriesOf(draft),
    ...(revision !== undefined && { expected_revision: revision }),
  });
  return answer ? { answer } : saveUnlessStale(edit, { revision, failed });
};

type FormProps = { zongpai: string; lines: Lines };
const Form = ({ zongpai, lines }: FormProps) => {
  const rows = rowsOf(lines);
  const before = recordedIn(lines);
  const [opened] = useState(before);
  const meanwhile = changesIn(opened, before);
  // What is not in it follows what someone else saves meanwhile.
  const [changed, setChanged] = useState<Draft>({});
  const draft = { ...before, ...changed };
  const [asked, ask] = useState(changed);
  const [refused, setRefused] = useState<Refused>();
  const [saving, setSaving] = useState(false);
  const changes = changesIn(before, draft);
  const count = changes.length;
  useEffect(() => {
    set({ unsaved: count > 0 });
    return () => set({ unsaved: false });
  }, [count]);
  useEffect(() => {
    const timer = setTimeout(() => ask(changed), pause);
    return () => clearTimeout(timer);
  }, [changed]);
  const entries = entriesOf({ ...before, ...asked });
  const of = JSON.stringify([before, entries]);
  const verdict = useAnswer<Verdict & { readonly of: string }>(async () => {
    if (!rehearses || count === 0) return { answer: { of, blocked: [] } };
    const { answer, refused, silent } = await rehearse({ zongpai, entries });
    return silent ? { silent } : { answer: { of, blocked: answer?.blocked ?? [], refused } };
  }, of)?.answer;

  const put = (code: string, typed: string | undefined) => {
    setChanged({ ...changed, [code]: typed });
    setRefused(undefined);
  };
  const save = async () => {
    setSaving(true);
    const { answer, refused, isStale } = await saveUnlessStale({ zongpai, before, draft });
    setSaving(false);
    if (isStale) return refresh();
    if (!answer) return setRefused(refused);
    set({ unsaved: false });
    // Meanwhile something else may have been looked up.
    if (location.hash === linkTo("attachments", zongpai)) location.hash = linkTo("goods", zongpai);
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
      <Table
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
                {called(label)}
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
                  aria-label={say.quantityOf.replace("{category}", called(label))}
                  inputMode="decimal"
                  size={8}
                  value={draft[category]}
                  placeholder={settings.uncapped ? words.noLimit : undefined}
                  onInput={({ currentTarget }) => put(category, currentTarget.value)}
                />
              ),
          ],
          [columns.boxed, ({ boxed_quantity = 0 }) => amount(boxed_quantity), "n"],
          [words.kinds.place, placeOf],
        ]}
      />
      {meanwhile.length > 0 && (
        <section data-test="meanwhile">
          <h3>{say.meanwhile}</h3>
          {count > 0 && <p>{say.notSaved}</p>}
          <Diff changes={meanwhile} blocked={[]} />
        </section>
      )}
      <h3>{say.would}</h3>
      {count === 0 && !isBlocked && <p class="soft diff">{say.nothing}</p>}
      <Diff changes={changes} blocked={blocked} refused={refused ?? verdict?.refused} />
      <p class="row">
        {count > 0 && !isBlocked && (
          <button class="btn main" type="submit" data-test="save" disabled={!isReady}>
            {fill(say.save, { count: amount(count) })}
          </button>
        )}
        <a class="btn" href={linkTo("goods", zongpai)}>
          {words.cancel}
        </a>
        {isBlocked && <span>{say.blockedHint}</span>}
      </p>
    </form>
  );
};

/** The form for the attachments of goods, which shows what saving would do. */
export const Configure = ({ code }: { code: string }) => {
  const mayChange = may("put-attachment-config");
  const found = useAnswer(async () => {
    const [status] = await Promise.all([
      read("get-attachment-status", { zongpai: code }),
      askOnce(),
    ]);
    return status;
  });
  return (
    <Frame icon="attach" code={code} name={words.kinds.attachments} of={found}>
      {!mayChange && <p>{say.forbidden}</p>}
      {mayChange && found?.answer && <Form zongpai={code} lines={found.answer.categories} />}
    </Frame>
  );
};
