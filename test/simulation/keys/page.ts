import type { Surroundings } from "#scanner/client/surroundings.ts";
import { as, type Owner, type World } from "../world.ts";
import type { PageScript } from "./bundle.ts";
import { globalsOf, type PageGlobals } from "./globals.ts";
import { strike } from "./keyboard.ts";
import { Screen } from "./screen.ts";
import type { Shown } from "./shown.ts";
import type { Stroke } from "./strokes.ts";

/** The vibration for a label that is not taken. */
const wrongSignal = "120,60,120";

type Parts = {
  readonly world: World;
  readonly fetch: Surroundings["fetch"];
  readonly key: string | undefined;
  readonly open: (globals: PageGlobals) => PageScript;
};

/** The worker's page on a device. */
export const pageOn = ({ world, fetch, key, open }: Parts) => {
  const owner: Owner = {};
  const signals: string[] = [];
  const connection = { online: true };
  let script: PageScript | undefined;
  const isTyping = () => script?.state().input === "typing";
  const screen = new Screen(() => world.passed(), isTyping);
  const opened = as(owner, () =>
    open(globalsOf({ world, screen, fetch, signals, connection, key })),
  );
  script = opened;
  as(owner, opened.startPage);

  const buttonFor = (target: string) => {
    const all = screen.elements().filter(({ type, props }) => type === "button" && !props.disabled);
    if (target === "typing") return all.find(({ props }) => props["aria-pressed"] !== undefined);
    if (target === "digit")
      return all.find(({ text, parent }) => text === "3" && parent?.type === "fieldset");
    const found = screen.find(target);
    return found && all.includes(found) ? found : undefined;
  };
  return {
    owner,
    screen,
    state: opened.state,
    now: world.passed,
    signals: () => ({
      all: signals.length,
      wrong: signals.filter((one) => one === wrongSignal).length,
    }),
    shown: (): Shown => {
      const { hand, hands, screens } = opened.state();
      const shown = { hand, hands, screens };
      if (screens.at(-1)?.is !== "pad") return shown;
      const text = screen.find('[data-test="count"]')?.text ?? "";
      return { ...shown, number: Number(text.replace(/[^\d.]/g, "")) };
    },
    hasButton: (command: string) => buttonFor(`[data-command="${command}"]`) !== undefined,
    connect: (online: boolean): void => {
      connection.online = online;
      const event = { type: online ? "online" : "offline", timeStamp: world.passed() };
      as(owner, () => screen.window.hear(event));
    },
    strike: (stroke: Stroke, timeStamp: number): void =>
      as(owner, () => {
        const button = stroke.is === "touch" && buttonFor(stroke.target);
        if (button) screen.touch(button);
        else strike(screen, stroke, timeStamp);
      }),
  };
};
export type Page = ReturnType<typeof pageOn>;
