import { words } from "site:languages";
import { formatAmount } from "./text.tsx";

const sumOutcomes = [
  ["right", "recorded"],
  ["missing", "refused"],
  ["elsewhere", "wrong-label"],
] as const;

type CheckSumsProps = {
  comparison: Readonly<Record<(typeof sumOutcomes)[number][0], readonly unknown[]>>;
};

/** The numbers of goods that are right, missing, and recorded elsewhere. */
export const CheckSums = ({ comparison }: CheckSumsProps) => (
  <dl class="sums">
    {sumOutcomes.map(([name, outcome]) => (
      <div key={name} data-outcome={outcome}>
        <dd>{formatAmount(comparison[name].length)}</dd>
        <dt>{words.sums[name]}</dt>
      </div>
    ))}
  </dl>
);
