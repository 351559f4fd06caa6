import * as settings from "site:settings";
import words from "site:words/worker";
import { render } from "preact";
import { loadKey } from "../shared/key.ts";
import { nameHere } from "../shared/place.ts";
import { App } from "./app.tsx";
import { askKey, askMay } from "./ask.ts";
import { openClient } from "./client.ts";
import { hearAgain } from "./hear.ts";
import { Notice } from "./notice.tsx";
import { keepPage } from "./renew.ts";
import { nameOf } from "./sign-in.ts";
import { onDraw, set, state } from "./store.ts";
import "../shared/pages.css";
import "./worker.css";

const root = document.body;
root.parentElement?.classList.add("floor");

/** Shows a notice, if what it waits for takes a moment. */
const soon = (notice: Parameters<typeof Notice>[0]) => {
  const timer = setTimeout(() => render(<Notice {...notice} />, root), 300);
  return () => clearTimeout(timer);
};

/** One tab scans. Where the browser has no locks, which is on http://, or forbids them, nobody can tell. */
const alone = async (run: () => Promise<void>) => {
  if (!("locks" in navigator)) return run();
  const { next, hints } = words;
  // A tab that is being left frees its lock a moment later.
  const waiting = soon({ icon: "refused", next: next.otherTab, hint: hints.otherTab });
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
  const opened = soon({ icon: "label", next: words.next.loading });
  const [key] = await Promise.all([loadKey(), openClient()]);
  opened();
  set({ who: nameOf(key), signIn: settings.keyed && !key });
  onDraw(() => {
    render(<App />, root);
    hearAgain();
  });
  if (state().signIn) return;
  if ((await askKey()) === false) return set({ signIn: true });
  await askMay();
  addEventListener("online", () => void askMay());
};

void alone(open);
// A browser may forbid that, too.
keepPage().catch(() => {});
