import words from "site:words/board";
import { render } from "preact";
import { speakWantedLanguage } from "../shared/language.ts";
import { loadPeople } from "../shared/people.ts";
import { loadRefusalParser } from "../shared/refusal.ts";
import { addressOf } from "./address.ts";
import { App } from "./app.tsx";
import { askMeOnce } from "./client.ts";
import { listenForLetters } from "./letters.ts";
import { onWidthChange } from "./narrow.ts";
import { loadSeenRefusals } from "./seen-refusals.ts";
import { boardState, onDraw, refreshBoard, setState } from "./store.ts";
import "../shared/pages.css";
import "./board.css";
import "./acts.css";
import "./paper.css";

let followedHash: string | undefined;

/** Shows the view of the current address. If a form has unsaved changes, it asks first. */
const followAddress = () => {
  const { hash } = location;
  if (hash === followedHash) return;
  if (boardState().unsaved && !confirm(words.leave)) {
    location.hash = followedHash ?? "";
    return;
  }
  followedHash = hash;
  setState({ address: addressOf(hash), erpCopyFrom: undefined, openAct: undefined });
};

const refreshIntervalMs = 30_000;

const [signedInPerson] = await Promise.all([
  loadPeople("board"),
  speakWantedLanguage(),
  loadSeenRefusals(),
]);
setState({ person: signedInPerson });
// Until the parser is loaded, a refusal shows the service's message.
void loadRefusalParser().then(() => setState({}));
followAddress();
if (signedInPerson) void askMeOnce();
onDraw(() => render(<App />, document.body));
onWidthChange(() => setState({}));
listenForLetters();
addEventListener("hashchange", followAddress);
addEventListener("beforeunload", (event) => boardState().unsaved && event.preventDefault());
const refreshIfVisible = () => document.hidden || refreshBoard();
document.addEventListener("visibilitychange", refreshIfVisible);
for (const type of ["online", "offline"]) addEventListener(type, refreshIfVisible);
setInterval(refreshIfVisible, refreshIntervalMs);
