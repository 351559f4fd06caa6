import words from "site:words/worker";
import { render } from "preact";
import { Icon, type IconName } from "../shared/icon.tsx";
import { speakWantedLanguage } from "../shared/language.ts";
import { scopedName } from "../shared/page-scope.ts";
import { loadPeople } from "../shared/people.ts";
import { loadRefusalParser } from "../shared/refusal.ts";
import { areRightsUnknown } from "../shared/rights.ts";
import { App, scrollNewScreen } from "./app.tsx";
import { forgetSignedOut, openClient, openQueueStorage, requireSignIn } from "./device/client.ts";
import { registerServiceWorker } from "./device/new-version.ts";
import { loadWork, saveWork } from "./device/saved-work.ts";
import { watchForPause } from "./device/shift-pause.ts";
import { jobs } from "./outcome/jobs-on-demand.ts";
import { loadMarks, saveMarks } from "./outcome/marks.ts";
import { reportStatus } from "./outcome/outcomes.ts";
import { isRefused } from "./outcome/rows.ts";
import { refocusScanField } from "./scan/prompt.tsx";
import { catchDeviceBack } from "./screens/navigation.ts";
import { adviseOnDemand, shelfCheck } from "./screens/on-demand.ts";
import { askRights, refreshShown } from "./screens/reads.ts";
import { screensOnDemand } from "./screens/screens-on-demand.ts";
import { onDraw, set, state } from "./state.ts";

const pageBody = document.body;
const languageLoaded = speakWantedLanguage();
const refusalParserLoaded = loadRefusalParser();

/** Explains why the page does not scan yet, if the wait is noticeable. */
const showIfSlow = (icon: IconName, say: () => readonly string[]) => {
  const show = () => {
    const [next, hint] = say();
    render(
      <div class="worker">
        <main>
          <section class="prompt whole" aria-label={words.labels.next}>
            <h1 data-test="next">
              <Icon name={icon} />
              {next}
            </h1>
            {hint && <p>{hint}</p>}
          </section>
        </main>
      </div>,
      pageBody,
    );
  };
  const timer = setTimeout(show, 300);
  return () => clearTimeout(timer);
};

/** Lets only one tab scan. Without locks (on http:// or if the browser forbids them), the page cannot detect another tab. */
const runInOneTab = async (run: () => Promise<void>) => {
  if (!("locks" in navigator)) return run();
  const { next, hints } = words;
  // A tab that is closing frees its lock a moment later.
  const waiting = showIfSlow("refused", () => [next.otherTab, hints.otherTab]);
  let begun = false;
  const begin = () => {
    begun = true;
    waiting();
    return run();
  };
  return navigator.locks
    .request(scopedName("worker"), () => begin().then(() => new Promise<void>(() => {})))
    .catch((error) => {
      if (begun) throw error;
      return begin();
    });
};

const loadParts = () => {
  void screensOnDemand.use();
  void jobs.use();
};

const openPage = async () => {
  // The storage may be slow to answer.
  const opened = showIfSlow("label", () => [words.asking]);
  // All stored values are read together: a browser may never answer.
  const storage = openQueueStorage();
  const marksLoaded = loadMarks();
  const personLoaded = loadPeople("worker");
  const workLoaded = loadWork(personLoaded);
  // Nothing is sent before the page knows the person.
  const person = await personLoaded;
  await Promise.all([
    openClient(reportStatus, storage, await marksLoaded),
    workLoaded,
    languageLoaded,
  ]);
  // Show stored refusals in the worker's language from the first draw.
  if (state().rows.some(isRefused)) await refusalParserLoaded;
  opened();
  set({ person });
  const isKnown = provedBy === "nothing" || person !== undefined;
  if (!isKnown) requireSignIn();
  void forgetSignedOut();
  onDraw(() => {
    render(<App />, pageBody);
    refocusScanField();
    scrollNewScreen();
    saveWork();
    saveMarks();
  });
  catchDeviceBack();
  watchForPause();
  refreshShown();
  loadParts();
  // A part that the network did not deliver is loaded when the network returns.
  addEventListener("online", loadParts);
  void refusalParserLoaded.then(() => set({}));
  if (state().hand.mode === "check") void shelfCheck.use(({ askRecorded: ask }) => ask());
  void adviseOnDemand(state().rows.filter(isRefused).slice(0, 1));
  if (!isKnown) return;
  if ((await askRights()) === false) return requireSignIn();
  addEventListener("online", () => void (areRightsUnknown() && askRights()));
};

export const startPage = (): void => {
  pageBody.parentElement?.classList.add("floor");
  void runInOneTab(openPage);
  // A browser may forbid service workers.
  registerServiceWorker().catch(() => {});
};
