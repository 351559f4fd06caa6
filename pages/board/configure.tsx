import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "#lib/page/requests.ts";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, fill } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { useAnswer } from "./answer.ts";
import { read, record, rehearse } from "./client.ts";
import { Diff } from "./diff.tsx";
import { comparison, type Draft, draftOf, entriesOf, rehearses, useRehearsal } from "./draft.ts";
import { Frame } from "./frame.tsx";
import { placeOf, Table } from "./parts.tsx";
import { set } from "./store.ts";

const { config: say, columns } = words;

type FormProps = {
  readonly zongpai: string;
  readonly lines: Answer<"get-attachment-status">["categories"];
  readonly before: Draft;
};
const Form = ({ zongpai, lines, before }: FormProps) => {
  const [changed, setChanged] = useState<Draft>();
  const draft = changed ?? before;
  const { changes, ...preview } = useRehearsal(zongpai, before, draft);
  const [refused, setRefused] = useState<string>();
  const [saving, setSaving] = useState(false);
  const isChanged = Object.values(comparison(before, draft)).some((one) => one.length > 0);
  useEffect(() => {
    set({ unsaved: isChanged });
    return () => set({ unsaved: false });
  }, [isChanged]);

  const put = (code: string, more: Partial<Draft[string]>) => {
    setChanged({ ...draft, [code]: { wanted: false, typed: "", ...draft[code], ...more } });
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
  const count = changes.added.length + changes.removed.length + changes.changed.length;
  const refusal = refused ?? preview.refusal;
  const isBlocked = changes.blocked.length > 0 || preview.refusal !== undefined;
  const isReady = preview.draft === draft && !saving;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBlocked) void save();
      }}
    >
      <Table
        class="edit"
        caption={words.kinds.attachments}
        rows={settings.categories}
        columns={[
          [
            columns.category,
            ({ category, label }) => (
              <label class="row">
                <input
                  type="checkbox"
                  checked={draft[category]?.wanted}
                  onChange={({ currentTarget }) => put(category, { wanted: currentTarget.checked })}
                />
                {called(label)}
              </label>
            ),
          ],
          [
            columns.quantity,
            ({ category, label }) =>
              draft[category]?.wanted ? (
                <input
                  class="field"
                  aria-label={say.quantityOf.replace("{category}", called(label))}
                  inputMode="decimal"
                  size={8}
                  value={draft[category].typed}
                  placeholder={settings.uncapped ? words.noLimit : undefined}
                  onInput={({ currentTarget }) => put(category, { typed: currentTarget.value })}
                />
              ) : (
                ""
              ),
          ],
          [
            columns.boxed,
            ({ category }) =>
              amount(lines.find((one) => one.category === category)?.boxed_quantity ?? 0),
            "n",
          ],
          [
            words.kinds.place,
            ({ category }) => placeOf(lines.find((one) => one.category === category) ?? {}),
          ],
        ]}
      />
      <h3>{say.would}</h3>
      {count === 0 && !isBlocked && refusal === undefined && <p class="soft diff">{say.nothing}</p>}
      <Diff changes={changes} before={before} draft={draft} refusal={refusal} />
      <p class="row">
        {count > 0 && !isBlocked && (
          <button class="btn main" type="submit" data-test="save" disabled={!isReady}>
            {saving ? say.saving : fill(say.save, { count: amount(count) })}
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
  const found = useAnswer<Omit<FormProps, "zongpai">>(async () => {
    const [{ answer, ...failed }, { answer: start, ...unknown }] = await Promise.all([
      read("get-attachment-status", { zongpai: code }),
      // What is configured is what no attachments at all would remove.
      rehearses && mayChange ? rehearse({ zongpai: code, entries: [] }) : { answer: undefined },
    ]);
    if (!answer) return failed;
    if (rehearses && !start) return unknown;
    const lines = answer.categories;
    return { answer: { lines, before: draftOf(lines, start?.removed) } };
  });
  return (
    <Frame icon="attach" code={code} name={words.kinds.attachments} of={found}>
      {!mayChange && <p>{say.forbidden}</p>}
      {mayChange && found?.answer && <Form zongpai={code} {...found.answer} />}
    </Frame>
  );
};
