import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import { called } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { amount, fill } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { record } from "./client.ts";
import { Diff } from "./diff.tsx";
import { comparison, type Draft, entriesOf } from "./draft.ts";
import { placeOf } from "./goods.tsx";
import { Columns } from "./parts.tsx";
import { type Preview, useRehearsal, useStart } from "./rehearsal.ts";
import { type Line, set } from "./store.ts";

const { config: say, columns } = words;
type RowProps = {
  readonly line?: Line;
  readonly code: string;
  readonly label: string;
  readonly draft: Draft;
  readonly change: (next: Draft) => void;
};
const Row = ({ line, code, label, draft, change }: RowProps) => {
  const { wanted = false, typed = "" } = draft[code] ?? {};
  const put = (more: Partial<Draft[string]>) =>
    change({ ...draft, [code]: { wanted, typed, ...more } });
  return (
    <tr>
      <th scope="row">
        <label class="row">
          <input
            type="checkbox"
            checked={wanted}
            onChange={({ currentTarget }) => put({ wanted: currentTarget.checked })}
          />
          {label}
        </label>
      </th>
      <td>
        {wanted && (
          <input
            class="field"
            aria-label={say.quantityOf.replace("{category}", label)}
            inputMode="decimal"
            size={8}
            value={typed}
            placeholder={settings.uncapped ? words.noLimit : undefined}
            onInput={({ currentTarget }) => put({ typed: currentTarget.value })}
          />
        )}
      </td>
      <td class="n">{amount(line?.boxed_quantity ?? 0)}</td>
      <td>{placeOf(line ?? {}, "–")}</td>
    </tr>
  );
};

const isBlocked = ({ changes, refusal }: Preview) =>
  changes.blocked.length > 0 || refusal !== undefined;

type SaveProps = {
  readonly preview: Preview;
  readonly isAsking: boolean;
  readonly saving: boolean;
};
const Save = ({ preview, isAsking, saving }: SaveProps) => {
  const { added, removed, changed } = preview.changes;
  const count = added.length + removed.length + changed.length;
  if (count === 0 || isBlocked(preview)) return null;
  return (
    <button class="btn main" type="submit" data-test="save" disabled={isAsking || saving}>
      {saving ? say.saving : fill(say.save, { count: amount(count) })}
    </button>
  );
};

/** The form for the attachments of goods, which shows what saving would do. */
export const Configure = ({ zongpai, lines }: { zongpai: string; lines: readonly Line[] }) => {
  const before = useStart(zongpai, lines);
  const [changed, setChanged] = useState<Draft>();
  const draft = changed ?? before;
  const preview = useRehearsal(zongpai, before, draft);
  const [refusal, setRefusal] = useState<string>();
  const [saving, setSaving] = useState(false);
  const isChanged =
    !!before &&
    !!changed &&
    Object.values(comparison(before, changed)).some((one) => one.length > 0);
  useEffect(() => {
    set({ unsaved: isChanged });
    return () => set({ unsaved: false });
  }, [isChanged]);
  if (!may("put-attachment-config")) return <p>{say.forbidden}</p>;
  if (!before || !draft) return <p class="soft">{words.asking}</p>;

  const save = async () => {
    setSaving(true);
    const { answer, sentence } = await record("put-attachment-config", {
      zongpai,
      entries: entriesOf(draft),
    });
    setSaving(false);
    if (!answer) return setRefusal(sentence);
    set({ unsaved: false });
    // Meanwhile something else may have been looked up.
    if (location.hash === linkTo("attachments", zongpai)) location.hash = linkTo("goods", zongpai);
  };
  const isAsking = preview.draft !== draft;
  const { added, removed, changed: other, blocked } = preview.changes;
  const isSame = added.length + removed.length + other.length + blocked.length === 0;
  const why = refusal ?? preview.refusal;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking && !saving && !isBlocked(preview)) void save();
      }}
    >
      <table class="edit">
        <caption>{words.kinds.attachments}</caption>
        <Columns
          of={[
            columns.category,
            columns.quantity,
            { name: columns.boxed, class: "n" },
            words.kinds.place,
          ]}
        />
        <tbody>
          {settings.categories.map(({ category, label }) => (
            <Row
              key={category}
              code={category}
              label={called(label)}
              line={lines.find((one) => one.category === category)}
              draft={draft}
              change={(next) => {
                setChanged(next);
                setRefusal(undefined);
              }}
            />
          ))}
        </tbody>
      </table>
      <h3>{say.would}</h3>
      {isSame && why === undefined && <p class="soft diff">{say.nothing}</p>}
      <Diff changes={preview.changes} before={before} draft={draft} refusal={why} />
      <p class="row">
        <Save preview={preview} isAsking={isAsking} saving={saving} />
        <a class="btn" href={linkTo("goods", zongpai)}>
          {words.cancel}
        </a>
        {isBlocked(preview) && <span>{say.blockedHint}</span>}
      </p>
    </form>
  );
};
