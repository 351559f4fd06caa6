import words from "site:words/board";
import { useState } from "preact/hooks";
import { fillTemplate, formatAmount } from "../shared/text.tsx";
import { letters } from "./letters.ts";

const { packing } = words;

type PackingListButtonProps = {
  boxes: readonly string[];
  /** Whether the button is for all boxes of a list. */
  isForMany?: boolean;
};

/** Prints the packing lists of these boxes, each on a page of its own. */
export const PackingListButton = ({ boxes, isForMany }: PackingListButtonProps) => {
  const [state, setState] = useState<"reading" | "failed">();
  const printLists = async () => {
    setState("reading");
    const isPrinted = await import("./packing-list-on-demand.ts")
      .then(({ printPackingLists }) => printPackingLists(boxes))
      .catch(() => false);
    setState(isPrinted ? undefined : "failed");
  };
  return (
    <>
      <button
        type="button"
        class="act"
        data-test={isForMany ? "packing-lists" : "packing-list"}
        aria-label={isForMany ? undefined : `${packing.title} ${boxes}`}
        aria-keyshortcuts={isForMany ? undefined : letters.packing}
        aria-disabled={state === "reading"}
        onClick={() => void (state === "reading" || printLists())}
      >
        {isForMany
          ? fillTemplate(packing.many, { count: formatAmount(boxes.length) })
          : packing.title}
      </button>
      {state === "failed" && <span class="soft">{words.states.unanswered}</span>}
    </>
  );
};
