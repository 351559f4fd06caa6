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
import { changesIn, type Draft, draftOf, entriesOf, rehearses, useVerdict } from "./draft.ts";
import { Frame } from "./frame.tsx";
import { placeOf, Table } from "./parts.tsx";
import { set } from "./store.ts";

const { config: say, columns } = words;

type FormProps = {
  zongpai: string;
  lines: Answer<"get-attachment-status">["categories"];
  before: Draft;
};
const Form = ({ zongpai, lines, before }: FormProps) => {
  const [changed, setChanged] = useState<Draft>();
  const draft = changed ?? before;
  const verdict = useVerdict(zongpai, before, draft);
  const [refused, setRefused] = useState<string>();
  const [saving, setSaving] = useState(false);
  const count = Object.values(changesIn(before, draft)).flat().length;
  useEffect(() => {
    set({ unsaved: count > 0 });
    return () => set({ unsaved: false });
  }, [count]);

  const put = (code: string, typed: string | undefined) => {
    setChanged({ ...draft, [code]: typed });
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
  const isBlocked = verdict.blocked.length > 0 || verdict.refusal !== undefined;
  const isReady = verdict.draft === draft && !saving && !isBlocked;
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
        rows={settings.categories.map((one) => ({
          ...lines.find(({ category }) => category === one.category),
          ...one,
        }))}
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
      <Diff
        before={before}
        draft={draft}
        blocked={verdict.blocked}
        refusal={refused ?? verdict.refusal}
      />
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
