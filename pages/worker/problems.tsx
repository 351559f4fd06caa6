import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { amount, fill, sentence, time } from "../shared/text.tsx";
import { client } from "./client.ts";
import { advise, correct } from "./correct.ts";
import { codesOf, Line } from "./lines.tsx";
import { type Problem, state } from "./store.ts";

const { problems: say, acts } = words;

const Why = ({ entry, refusal, there }: Problem) => (
  <>
    <p>{refusal ? sentence(refusal.message, codesOf(entry)) : say[entry.aside ?? "failing"]}</p>
    {there ? <p>{say.there}</p> : refusal?.unsure && <p>{say.unsure}</p>}
  </>
);

const Case = ({ one }: { one: Problem }) => {
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

export const ProblemList = () => {
  const { problems } = state();
  problems.forEach(advise);
  return (
    <section class="no" aria-labelledby="problems">
      <h1 class="row" id="problems" data-outcome={problems.length ? "refused" : "recorded"}>
        <Icon name={problems.length ? "refused" : "recorded"} />
        <span>{problems.length ? fill(say.title, { count: problems.length }) : say.none}</span>
      </h1>
      <ol>
        {problems.map((one) => (
          <Case key={one.entry.id} one={one} />
        ))}
      </ol>
    </section>
  );
};
