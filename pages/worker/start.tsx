import words from "site:words/worker";
import { render } from "preact";
import { loadLanguage } from "../shared/language.ts";
import { loadPeople } from "../shared/people.ts";
import { nameHere } from "../shared/place.ts";
import { advise } from "./advise.ts";
import { App } from "./app.tsx";
import { askAll, askKey, askMay } from "./ask.ts";
import { forgetLeft, needKey, openClient } from "./client.ts";
import { hearAgain } from "./hear.ts";
import { guardBack, keepHand, loadHand } from "./kept.ts";
import { loadLater } from "./later.ts";
import { Notice } from "./notice.tsx";
import { keepPage } from "./renew.ts";
import { isRefused } from "./rows.ts";
import { report } from "./send.ts";
import { stocktake } from "./stocktake.ts";
import { onDraw, set, state } from "./store.ts";

const root = document.body;
const spoken = loadLanguage();

/** Shows a notice, if what it waits for takes a moment. */
const soon = (notice: () => Parameters<typeof Notice>[0]) => {
  const timer = setTimeout(() => render(<Notice {...notice()} />, root), 300);
  return () => clearTimeout(timer);
};

/** One tab scans. Where the browser has no locks, which is on http://, or forbids them, nobody can tell. */
const alone = async (run: () => Promise<void>) => {
  if (!("locks" in navigator)) return run();
  const { next, hints } = words;
  // A tab that is being left frees its lock a moment later.
  const waiting = soon(() => ({ icon: "refused", next: next.otherTab, hint: hints.otherTab }));
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
  const opened = soon(() => ({ icon: "label", next: words.asking }));
  // Nothing is sent before it is known whose it is.
  const who = await loadPeople("worker");
  await Promise.all([openClient(report), loadHand(), spoken]);
  opened();
  set({ who });
  if (provedBy !== "nothing" && !who) needKey();
  void forgetLeft();
  onDraw(() => {
    render(<App />, root);
    hearAgain();
    keepHand();
  });
  guardBack();
  askAll();
  loadLater();
  if (state().hand.mode === "check") void stocktake.use(({ ask }) => ask());
  void advise(state().rows.filter(isRefused).slice(0, 1));
  if (provedBy !== "nothing" && !who) return;
  if ((await askKey()) === false) return needKey();
  await askMay();
  addEventListener("online", () => void askMay());
};

export const start = (): void => {
  root.parentElement?.classList.add("floor");
  void alone(open);
  // A browser may forbid that, too.
  keepPage().catch(() => {});
};
