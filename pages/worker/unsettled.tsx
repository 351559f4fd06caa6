import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, fill, sentence, time } from "../shared/text.tsx";
import { client } from "./client.ts";
import { advise, correct } from "./correct.ts";
import { codesOf, Line } from "./lines.tsx";
import { state, type Unsettled } from "./store.ts";

const { settle, acts } = words;

/** Why it is here: the service's sentence, or what the queue found. */
const Why = ({ entry, refusal, there }: Unsettled) => (
  <>
    <p>{refusal ? sentence(refusal.message, codesOf(entry)) : settle[entry.aside ?? "failing"]}</p>
    {there ? <p>{settle.there}</p> : refusal?.unsure && <p>{settle.unsure}</p>}
  </>
);

const Case = ({ one }: { one: Unsettled }) => {
  const { entry, understood, correction } = one;
  const count =
    correction && "quantity" in correction.fields ? amount(correction.fields.quantity) : "";
  return (
    <li>
      <p class="apart">
        <span>
          <Line scan={entry} />
        </span>
        <time>{time(entry.queuedAt)}</time>
      </p>
      <Why {...one} />
      <div class="row">
        {correction && (
          <button type="button" class="btn main" onClick={() => void correct(one)}>
            {fill(correction.route === entry.route ? words.save : words.setTo, { count })}
          </button>
        )}
        {entry.aside && entry.aside !== "expired" && (
          <button type="button" class="btn main" onClick={() => client.retry(entry.id)}>
            {acts.tryAgain}
          </button>
        )}
        <button type="button" class="btn" onClick={understood}>
          {acts.understood}
        </button>
      </div>
    </li>
  );
};

/** What the worker must settle, newest first. */
export const UnsettledList = () => {
  const { unsettled } = state();
  unsettled.forEach(advise);
  return (
    <section class="no" aria-labelledby="unsettled">
      <h1 class="row" id="unsettled" data-outcome={unsettled.length ? "refused" : "recorded"}>
        <Icon name={unsettled.length ? "refused" : "recorded"} />
        <span>
          {unsettled.length ? fill(settle.title, { count: unsettled.length }) : settle.none}
        </span>
      </h1>
      <ol>
        {unsettled.map((one) => (
          <Case key={one.entry.id} one={one} />
        ))}
      </ol>
    </section>
  );
};
