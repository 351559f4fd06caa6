import { words } from "site:languages";
import { amount } from "./text.tsx";

const sums = [
  ["right", "recorded"],
  ["missing", "refused"],
  ["elsewhere", "wrong-label"],
] as const;

type Props = { of: Readonly<Record<(typeof sums)[number][0], readonly unknown[]>> };
/** How much was right, is missing, and belongs elsewhere. */
export const Sums = ({ of }: Props) => (
  <dl class="sums">
    {sums.map(([name, outcome]) => (
      <div key={name} data-outcome={outcome}>
        <dd>{amount(of[name].length)}</dd>
        <dt>{words.sums[name]}</dt>
      </div>
    ))}
  </dl>
);
