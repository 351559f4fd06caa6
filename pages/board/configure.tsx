import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { Answer, Fields } from "#lib/page/requests.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, fill } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { useAnswer } from "./answer.ts";
import { askWhether, read, record, rehearse } from "./client.ts";
import { changesIn, Diff, type Draft, type Verdict } from "./diff.tsx";
import { Frame } from "./frame.tsx";
import { placeOf, Table } from "./parts.tsx";
import { set } from "./store.ts";

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

type FormProps = { zongpai: string; lines: Answer<"get-attachment-status">["categories"] };
const Form = ({ zongpai, lines }: FormProps) => {
  const rows = settings.categories.map((one) => ({
    ...lines.find(({ category }) => category === one.category),
    ...one,
  }));
  const before: Draft = Object.fromEntries(
    rows
      .filter(({ configured }) => configured)
      .map(({ category, configured_quantity }) => [category, amount(configured_quantity)]),
  );
  // The rest follows what somebody else saves meanwhile.
  const [changed, setChanged] = useState<Draft>({});
  const draft = { ...before, ...changed };
  const [asked, ask] = useState(changed);
  const [refused, setRefused] = useState<string>();
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
  const verdict = useAnswer<Verdict & { readonly of: Draft }>(async () => {
    if (!rehearses || count === 0) return { answer: { of: asked, blocked: [] } };
    const entries = entriesOf({ ...before, ...asked });
    const { answer, sentence: refusal, silent } = await rehearse({ zongpai, entries });
    return silent ? { silent } : { answer: { of: asked, blocked: answer?.blocked ?? [], refusal } };
  }, asked)?.answer;

  const put = (code: string, typed: string | undefined) => {
    setChanged({ ...changed, [code]: typed });
    setRefused(undefined);
  };
  const save = async () => {
    setSaving(true);
    const entries = entriesOf(draft);
    const { answer, sentence } = await record("put-attachment-config", { zongpai, entries });
    setSaving(false);
    if (!answer) return setRefused(sentence);
    set({ unsaved: false });
    // Meanwhile something else may have been looked up.
    if (location.hash === linkTo("attachments", zongpai)) location.hash = linkTo("goods", zongpai);
  };
  const { blocked = [], refusal } = verdict ?? {};
  const isBlocked = blocked.length > 0 || refusal !== undefined;
  const isReady = verdict?.of === changed && !saving && !isBlocked;
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
      <h3>{say.would}</h3>
      {count === 0 && !isBlocked && <p class="soft diff">{say.nothing}</p>}
      <Diff changes={changes} blocked={blocked} refusal={refused ?? refusal} />
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
      askWhether(),
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
