import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, time } from "../shared/text.tsx";
import { client, understand } from "./client.ts";
import { Correct } from "./correct.tsx";
import { Line, moreOf, Why } from "./lines.tsx";
import { isRefused, type Row } from "./rows.ts";
import { state } from "./store.ts";

const { problems: say, acts } = words;

const Case = ({ row }: { row: Row }) => {
  const { entry } = row;
  const more = state().advice[entry.id]?.there ? say.there : moreOf(row);
  return (
    <li>
      <p class="apart">
        <span>
          <Line scan={entry} />
        </span>
        <time>{time(entry.queuedAt)}</time>
      </p>
      <p>
        <Why row={row} />
      </p>
      {more && <p>{more}</p>}
      <div class="row">
        <Correct row={row} />
        {entry.aside && entry.aside !== "expired" && (
          <button type="button" class="btn main" onClick={() => client.retry(entry.id)}>
            {acts.tryAgain}
          </button>
        )}
        <button type="button" class="btn" data-test="understood" onClick={() => understand(row)}>
          {acts.understood}
        </button>
      </div>
    </li>
  );
};

/** What was refused, or set aside by the queue, newest first: the worker decides. */
export const ProblemList = () => {
  const rows = state().rows.filter(isRefused);
  return (
    <section class="no" aria-labelledby="problems">
      <h1 class="row" id="problems" data-outcome={rows.length ? "refused" : "recorded"}>
        <Icon name={rows.length ? "refused" : "recorded"} />
        <span>
          {rows.length ? `${words.outcomes.refused}: ${amount(rows.length)}` : words.noneRefused}
        </span>
      </h1>
      <ol>
        {rows.map((row) => (
          <Case key={row.entry.id} row={row} />
        ))}
      </ol>
      {rows.length > 1 && (
        <button
          type="button"
          class="btn"
          data-test="understood"
          onClick={() => understand(...rows)}
        >
          {acts.allUnderstood}
        </button>
      )}
    </section>
  );
};
