import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import type { LabelCommand } from "#labels/command-codes.ts";
import { Icon, type IconName } from "../../shared/icon.tsx";
import { categoryNameOf } from "../../shared/language.ts";
import { CodeText, formatTime, ProductName } from "../../shared/text.tsx";
import type { OutcomeName } from "../outcome/rows.ts";

export type Action = Readonly<{
  icon?: IconName;
  word: ComponentChildren;
  /** The code below the word: the goods, box or shelf of the action. */
  code?: string;
  test?: string;
  /** The command label that triggers this button. */
  command?: LabelCommand;
  main?: boolean;
  small?: boolean;
  pressed?: boolean;
  /** The button opens a screen. */
  opens?: boolean;
  run: () => unknown;
}>;

export const Button = ({ icon, word, code, test, command, main, small, pressed, run }: Action) => (
  <button
    type="button"
    class={`btn ${main ? "main" : small ? "small" : ""}`}
    data-test={test}
    data-command={command}
    aria-pressed={pressed}
    onClick={() => run()}
  >
    {icon && <Icon name={icon} />}
    <span>
      {code ? (
        <>
          <span class="verb">{word}</span> <CodeText>{code}</CodeText>
        </>
      ) : (
        word
      )}
    </span>
  </button>
);

type NamedGoods = {
  readonly zongpai: string;
  readonly category?: string;
  readonly product?: string | undefined;
};

/** Goods, or one of their attachments, as lists name them. */
export const GoodsName = ({ zongpai, category, product }: NamedGoods) => (
  <>
    {category !== undefined && `${categoryNameOf(category)} `}
    <CodeText>{zongpai}</CodeText>
    <ProductName>{product}</ProductName>
  </>
);

type LineButtonProps = Partial<Action> &
  Readonly<{ item?: NamedGoods; outcome?: OutcomeName; right?: ComponentChildren; lang?: string }>;

/** A row that works as a button. With `item`, it shows goods. */
export const LineButton = ({
  item,
  icon = item?.category === undefined ? "goods" : "attach",
  word = item && <GoodsName {...item} />,
  outcome,
  right,
  opens: more = true,
  test = "act",
  command,
  pressed,
  lang,
  run,
}: LineButtonProps) => (
  <li data-outcome={outcome}>
    <button
      type="button"
      class="line"
      data-test={test}
      data-command={command}
      aria-pressed={pressed}
      lang={lang}
      onClick={() => run?.()}
    >
      <Icon name={outcome ?? icon} />
      <b>{word}</b>
      {outcome && outcome !== "recorded" && <span class="word">{words.outcomes[outcome]}</span>}
      <span class="n">{right}</span>
      {more && <Icon name="more" />}
    </button>
  </li>
);

/** The maximum number of rows in a list; a worker reads no more. */
export const maxListed = 60;

/** A row with an outcome and its time. */
export const OutcomeLine = ({
  outcome,
  icon = outcome,
  word = words.outcomes[outcome],
  at,
  run,
  children,
}: {
  outcome: OutcomeName;
  icon?: IconName;
  word?: ComponentChildren;
  at: number;
  /** Makes the row a button. */
  run?: (() => unknown) | undefined;
  children: ComponentChildren;
}) => {
  const row = (
    <>
      <Icon name={icon} />
      <span>{children}</span>
      <span class="word">{word}</span>
      <time class="soft">{formatTime(at)}</time>
    </>
  );
  return (
    <li data-outcome={outcome}>
      {run ? (
        <button type="button" class="line" data-test="scan" onClick={() => run()}>
          {row}
          <Icon name="more" />
        </button>
      ) : (
        row
      )}
    </li>
  );
};
