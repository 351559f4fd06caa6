import * as settings from "site:settings";
import { render } from "preact";
import { loadKey } from "../shared/key.ts";
import { App } from "./app.tsx";
import { askKey, askMay } from "./ask.ts";
import { openClient } from "./client.ts";
import { hearAgain } from "./hear.ts";
import { OtherTab } from "./other-tab.tsx";
import { keepPage } from "./renew.ts";
import { nameOf } from "./sign-in.ts";
import { onDraw, set, state } from "./store.ts";
import "../shared/pages.css";
import "./worker.css";

const root = document.body;
root.parentElement?.classList.add("floor");

/** One tab scans. Where the browser has no locks, which is on http://, nobody can tell. */
const alone = async (run: () => Promise<void>) => {
  if (!("locks" in navigator)) return run();
  // A tab that is being left frees its lock a moment later.
  const timer = setTimeout(() => render(<OtherTab />, root), 300);
  await navigator.locks.request("worker", async () => {
    clearTimeout(timer);
    await run();
    await new Promise(() => {});
  });
};

const open = async () => {
  const key = await loadKey();
  await openClient();
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
void keepPage();
