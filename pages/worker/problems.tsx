import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, time } from "../shared/text.tsx";
import { Button } from "./button.tsx";
import { understand } from "./client.ts";
import { moreOf, Scan, Settle, What } from "./lines.tsx";
import { isRefused } from "./rows.ts";
import { state } from "./store.ts";

/** What was refused, or set aside by the queue, newest first: the worker decides. */
export const ProblemList = () => {
  const rows = state().rows.filter(isRefused);
  const outcome = rows.length > 0 ? "refused" : "recorded";
  return (
    <section class="no" aria-labelledby="problems">
      <h1 class="row" id="problems" data-outcome={outcome}>
        <Icon name={outcome} />
        <span>
          {rows.length > 0
            ? `${words.outcomes.refused}: ${amount(rows.length)}`
            : words.noneRefused}
        </span>
      </h1>
      <ol>
        {rows.map((row) => {
          const { id, queuedAt } = row.entry;
          const more = state().advice[id]?.there ? words.problems.there : moreOf(row);
          return (
            <li key={id}>
              <p class="apart">
                <span>
                  <Scan scan={row.entry} />
                </span>
                <time>{time(queuedAt)}</time>
              </p>
              <p>
                <What row={row} />
              </p>
              {more && <p>{more}</p>}
              <Settle row={row} />
            </li>
          );
        })}
      </ol>
      {rows.length > 1 && (
        <Button word={words.acts.allUnderstood} test="understood" run={() => understand(...rows)} />
      )}
    </section>
  );
};
