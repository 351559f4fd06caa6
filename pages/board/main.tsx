import words from "site:words/board";
import { render } from "preact";
import { loadLanguage } from "../shared/language.ts";
import { loadPeople } from "../shared/people.ts";
import { addressOf } from "./address.ts";
import { App } from "./app.tsx";
import { askOnce } from "./client.ts";
import { onDraw, refresh, set, state } from "./store.ts";
import "../shared/pages.css";
import "./board.css";

let followed: string | undefined;

/** Shows what the address says; a form that was changed and not saved is asked for first. */
const followAddress = () => {
  const { hash } = location;
  if (hash === followed) return;
  if (state().unsaved && !confirm(words.leave)) {
    location.hash = followed ?? "";
    return;
  }
  followed = hash;
  set({ at: addressOf(hash), copyFrom: undefined });
};

/** Milliseconds from one refresh to the next. */
const every = 30_000;

const [who] = await Promise.all([loadPeople("board"), loadLanguage()]);
set({ who });
followAddress();
if (who) void askOnce();
onDraw(() => render(<App />, document.body));
addEventListener("hashchange", followAddress);
addEventListener("beforeunload", (event) => state().unsaved && event.preventDefault());
const refreshShown = () => document.hidden || refresh();
document.addEventListener("visibilitychange", refreshShown);
for (const type of ["online", "offline"]) addEventListener(type, refreshShown);
setInterval(refreshShown, every);
