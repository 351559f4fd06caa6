import words from "site:words/worker";
import { formatTime } from "../../shared/text.tsx";
import type { LookupAnswer } from "../state.ts";

type LeftBox = Pick<NonNullable<LookupAnswer["box"]>, "registered_at" | "who">;

/** When a box left, and by whom, as far as the service says. */
const describeLeaving = ({ registered_at, who }: LeftBox) => {
  const name = provedBy === "nothing" ? undefined : who;
  return [registered_at && formatTime(registered_at), name].filter((note) => !!note).join(", ");
};

/** That a box has left, as a fact in the place of its place. */
export const LeftFact = ({ box }: { box: LeftBox }) => (
  <>
    <p class="place" data-test="left">
      <span>{words.acts.left}</span>
    </p>
    <p class="soft">{describeLeaving(box)}</p>
  </>
);

/** The same in one line, for the box in hand. */
export const LeftLine = ({ box }: { box: LeftBox }) => (
  <p data-test="left">
    <b>{words.acts.left}</b> <span class="soft">{describeLeaving(box)}</span>
  </p>
);
