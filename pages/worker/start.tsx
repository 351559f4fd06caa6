import words from "site:words/worker";
import { render } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { loadLanguage } from "../shared/language.ts";
import { isUntold } from "../shared/may.ts";
import { loadPeople } from "../shared/people.ts";
import { nameHere } from "../shared/place.ts";
import { App, later, showTop } from "./app.tsx";
import { advise, askMe, askShown } from "./ask.ts";
import { forgetLeft, needKey, openClient } from "./client.ts";
import { guardBack, guardPause, keepHand, keepPage, loadHand } from "./kept.ts";
import { stocktake } from "./later.ts";
import { keepMarks } from "./marks.ts";
import { isRefused } from "./rows.ts";
import { report } from "./send.ts";
import { hearAgain } from "./sign.tsx";
import { onDraw, set, state } from "./store.ts";

const root = document.body;
const spoken = loadLanguage();

/** Says why the page does not scan, if what it waits for takes a moment. */
const soon = (icon: IconName, say: () => readonly string[]) => {
  const show = () => {
    const [next, hint] = say();
    render(
      <div class="worker">
        <main>
          <section class="sign whole" aria-label={words.labels.next}>
            <h1 data-test="next">
              <Icon name={icon} />
              {next}
            </h1>
            {hint && <p>{hint}</p>}
          </section>
        </main>
      </div>,
      root,
    );
  };
  const timer = setTimeout(show, 300);
  return () => clearTimeout(timer);
};

/** One tab scans. Where the browser has no locks, on http://, or forbids them, nobody can tell. */
const alone = async (run: () => Promise<void>) => {
  if (!("locks" in navigator)) return run();
  const { next, hints } = words;
  // A tab that is being left frees its lock a moment later.
  const waiting = soon("refused", () => [next.otherTab, hints.otherTab]);
  let begun = false;
  const begin = () => {
    begun = true;
    waiting();
    return run();
  };
  return navigator.locks
    .request(nameHere("worker"), () => begin().then(() => new Promise<void>(() => {})))
    .catch((error) => {
      if (begun) throw error;
      return begin();
    });
};

const open = async () => {
  // A storage that is silent is waited for.
  const opened = soon("label", () => [words.asking]);
  // Nothing is sent before it is known whose it is.
  const who = await loadPeople("worker");
  await Promise.all([openClient(report), loadHand(), spoken]);
  opened();
  set({ who });
  const isKnown = provedBy === "nothing" || who !== undefined;
  if (!isKnown) needKey();
  void forgetLeft();
  onDraw(() => {
    render(<App />, root);
    hearAgain();
    showTop();
    keepHand();
    keepMarks();
  });
  guardBack();
  guardPause();
  askShown();
  void later.use();
  if (state().hand.mode === "check") void stocktake.use(({ ask }) => ask());
  void advise(state().rows.filter(isRefused).slice(0, 1));
  if (!isKnown) return;
  if ((await askMe()) === false) return needKey();
  addEventListener("online", () => void (isUntold() && askMe()));
};

export const start = (): void => {
  root.parentElement?.classList.add("floor");
  void alone(open);
  // A browser may forbid that, too.
  keepPage().catch(() => {});
};
