import words from "site:words/worker";
import { amount, fill } from "../shared/text.tsx";
import type { Row } from "./rows.ts";
import { correct } from "./send.ts";
import { state } from "./store.ts";

/** The key that records what would pass in the place of a refusal, if a read has said so. */
export const Correct = ({ row }: { row: Row }) => {
  const { correction } = state().advice[row.entry.id] ?? {};
  if (!correction || !("quantity" in correction.fields)) return null;
  const count = amount(correction.fields.quantity);
  return (
    <button
      type="button"
      class="btn main"
      data-test="act"
      onClick={() => void correct(row, correction)}
    >
      {fill(correction.route === row.entry.route ? words.save : words.setTo, { count })}
    </button>
  );
};
