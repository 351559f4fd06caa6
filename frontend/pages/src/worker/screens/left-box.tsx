import words from "site:words/worker";
import { formatTime } from "../../shared/text.tsx";
import type { LookupAnswer } from "../state.ts";

type LeftBox = Pick<NonNullable<LookupAnswer["box"]>, "registered_at" | "who">;

/** That a box has left, when, and by whom, as far as the service says. */
export const LeftBox = ({ registered_at, who }: LeftBox) => {
  const name = provedBy === "nothing" ? undefined : who;
  const notes = [registered_at && formatTime(registered_at), name].filter((note) => !!note);
  return (
    <>
      <p class="place" data-test="left">
        <span>{words.acts.left}</span>
      </p>
      <p class="soft">{notes.join(", ")}</p>
    </>
  );
};
