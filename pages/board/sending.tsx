import * as settings from "site:settings";
import words from "site:words/board";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { WriteCommand } from "../shared/commands.ts";
import { renderRefusal } from "../shared/text.tsx";
import { writeRoute } from "./client.ts";
import { boardState, refreshBoard, setState } from "./store.ts";

const { actNotes } = words;

/** Moves the focus to the search when the focused key goes away: the scanner at the desk works there. */
export const useFocusAfter = (key: RefObject<HTMLElement>): void =>
  useEffect(
    () => () => {
      if (key.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>("search input")?.focus();
    },
    [],
  );

type Failure = Omit<Awaited<ReturnType<typeof writeRoute>>, "answer">;

const describeFailure = ({ refused, forbidden, withdrawn }: Failure) => {
  if (refused) return renderRefusal(refused);
  if (withdrawn) return withdrawn === "unsure" ? actNotes.unsure : actNotes.notSent;
  return forbidden ? words.config.forbidden : words.states.unanswered;
};

/** What the page says while there is no answer. */
const describeWait = () => {
  if (boardState().connection === "online") return words.asking;
  return settings.client.key ? actNotes.sendingOnce : actNotes.sending;
};

/** Sends one command at a time for the whole page, and reads the view again after it. */
export const useSending = () => {
  const [failed, setFailed] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const underWay = useRef<AbortController>();
  const stop = () => underWay.current?.abort();
  const showSending = (controller?: AbortController) => {
    underWay.current = controller;
    setSending(controller !== undefined);
    // While it has no answer, the page asks before it is left.
    setState({ unsaved: controller !== undefined });
  };
  // Who leaves without saving means that nothing is sent later.
  useEffect(() => stop, []);
  return {
    isSending,
    /** Takes the command back, if that is still possible. */
    stop,
    forgetFailure: () => setFailed(undefined),
    /** What became of the command, or how long it takes, in a sentence. */
    renderSending: () => {
      if (isSending) return describeWait();
      return failed && <span class="lack">{describeFailure(failed)}</span>;
    },
    /** Returns whether the command was recorded. A second touch sends nothing. */
    send: async ({ route, fields }: WriteCommand): Promise<boolean> => {
      if (boardState().unsaved) return false;
      const controller = new AbortController();
      showSending(controller);
      const { answer, ...others } = await writeRoute(route, fields, controller.signal);
      showSending();
      setFailed(answer ? undefined : others);
      refreshBoard();
      return answer !== undefined;
    },
  };
};
