import words from "site:words/worker";
import { Icon, type IconName } from "../shared/icon.tsx";
import { Code } from "../shared/text.tsx";
import { lookUp } from "./ask.ts";
import { client } from "./client.ts";
import { openProblems } from "./correct.ts";
import { expects, isIdle, isOffered, modes } from "./flow.ts";
import { renew } from "./renew.ts";
import { set, state } from "./store.ts";
import { goTo, takeOffShelf } from "./take.ts";
import { lastTaken, takeBack } from "./take-back.ts";

const { acts } = words;

const icons = { shelve: "shelf", box: "box", attach: "attach", look: "look" } as const;

type ActProps = {
  readonly icon?: IconName;
  readonly word: string;
  readonly code?: string;
  readonly test?: string;
  readonly run: () => void;
};
const Act = ({ icon, word, code, test, run }: ActProps) => (
  <button type="button" class="btn" data-test={test} onClick={run}>
    {icon && <Icon name={icon} />}
    <span>
      {word}
      {code && (
        <>
          <br />
          <Code>{code}</Code>
        </>
      )}
    </span>
  </button>
);

const lookUpGoods = (value: string) => {
  goTo({ mode: "look", digits: "" });
  void lookUp({ kind: "zongpai", value });
};

/** The one thing that may be done now besides scanning. */
const First = () => {
  const { flow, full, waiting, update, typing, camera, results, wrong, found } = state();
  const { mode, shelf, off, goods, category } = flow;
  const [last] = results;
  const taken = lastTaken();
  if (full && waiting) return <Act word={acts.sendNow} run={() => client.retry()} />;
  if (typing || camera)
    return <Act word={acts.back} run={() => set({ typing: false, camera: false })} />;
  if (update && isIdle(flow)) return <Act word={acts.newVersion} run={renew} />;
  if (mode === "look")
    return found?.silent ? <Act word={acts.askAgain} run={() => void lookUp(found.label)} /> : null;
  if (
    (mode === "shelve" && !shelf && !off) ||
    (mode === "attach" && goods && category && expects(flow).includes("location"))
  )
    return <Act icon="floor" word={acts.offShelf} test="off-shelf" run={takeOffShelf} />;
  if (last?.mode !== mode) return null;
  if (!wrong && last.outcome === "refused")
    return <Act word={acts.seeRefused} run={openProblems} />;
  const zongpai = String(last.scan.fields.zongpai);
  if (!wrong && last.outcome === "superseded")
    return <Act icon="look" word={acts.lookUp} code={zongpai} run={() => lookUpGoods(zongpai)} />;
  return taken ? (
    <Act
      icon="undo"
      word={acts.takeBack}
      code={zongpai}
      test="take-back"
      run={() => void takeBack()}
    />
  ) : null;
};

export const Foot = () => {
  const { flow, showsProblems, signIn, typing, camera } = state();
  const first = showsProblems || signIn ? null : First();
  const size = first ? "btn small" : "btn";
  return (
    <div class="foot">
      {!showsProblems && (
        <div class="acts">
          {first}
          <button
            type="button"
            class={size}
            aria-pressed={typing}
            onClick={() => set({ typing: !typing, camera: false })}
          >
            <Icon name="type" />
            {acts.type}
          </button>
          {isSecureContext && (
            <button
              type="button"
              class={size}
              aria-pressed={camera}
              onClick={() => set({ camera: !camera, typing: false })}
            >
              <Icon name="camera" />
              {acts.camera}
            </button>
          )}
        </div>
      )}
      {!signIn && (
        <nav class="modes" aria-label={words.labels.modes}>
          {modes.filter(isOffered).map((mode) => (
            <button
              type="button"
              key={mode}
              aria-current={flow.mode === mode && !showsProblems ? "page" : undefined}
              onClick={() => goTo({ mode, digits: "" })}
            >
              <Icon name={icons[mode]} />
              {words.modes[mode]}
            </button>
          ))}
        </nav>
      )}
    </div>
  );
};
