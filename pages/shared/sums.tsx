import { amount } from "./text.tsx";

type Words = { readonly right: string; readonly missing: string; readonly elsewhere: string };
const outcomes = { right: "recorded", missing: "refused", elsewhere: "wrong-label" } as const;

/** How much was right, is missing, and belongs elsewhere. */
export const Sums = ({
  of,
  words,
}: {
  of: Readonly<Record<keyof Words, readonly unknown[]>>;
  words: Words;
}) => (
  <dl class="sums">
    {(["right", "missing", "elsewhere"] as const).map((name) => (
      <div key={name} data-outcome={outcomes[name]}>
        <dd>{amount(of[name].length)}</dd>
        <dt>{words[name]}</dt>
      </div>
    ))}
  </dl>
);
