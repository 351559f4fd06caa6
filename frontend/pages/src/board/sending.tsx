import * as settings from "site:settings";
import words from "site:words/board";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { WriteCommand } from "../shared/commands.ts";
import { fillTemplate, formatList, renderRefusal } from "../shared/text.tsx";
import { writeRoute } from "./client.ts";
import { boardState, refreshBoard, setState } from "./store.ts";

const { actNotes } = words;

/** Moves the focus to the search field when the focused button disappears, so that the desk's scanner keeps working. */
export const useFocusAfter = (key: RefObject<HTMLElement>): void =>
  useEffect(
    () => () => {
      if (key.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>("search input")?.focus();
    },
    [],
  );

type Failure = Omit<Awaited<ReturnType<typeof writeRoute>>, "answer"> & {
  /** The commands that were not recorded, if the first one was. */
  readonly rest?: readonly WriteCommand[];
};

const describeReason = ({ refused, forbidden, withdrawn }: Failure) => {
  if (refused) return renderRefusal(refused);
  if (withdrawn) return withdrawn === "unsure" ? actNotes.unsure : actNotes.notSent;
  return forbidden ? words.config.forbidden : words.states.unanswered;
};

const codeOf = ({ fields }: WriteCommand): string =>
  "zongpai" in fields ? fields.zongpai : fields.box_no;

const describeFailure = ({ rest, ...failure }: Failure) => {
  const reason = describeReason(failure);
  if (!rest) return reason;
  const goods = formatList(rest.map(codeOf));
  return [fillTemplate(actNotes.without, { goods }), " ", reason];
};

/** The text that the page shows while it waits for an answer. */
const describeWait = () => {
  if (boardState().connection === "online") return words.asking;
  return settings.client.key ? actNotes.sendingOnce : actNotes.sending;
};

/** Sends one command at a time for the whole page, and reloads the view after it. */
export const useSending = () => {
  const [failed, setFailed] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const underWay = useRef<AbortController>();
  const stop = () => underWay.current?.abort();
  const showSending = (controller?: AbortController) => {
    underWay.current = controller;
    setSending(controller !== undefined);
    // Ask before the page is left while the write has no answer.
    setState({ unsaved: controller !== undefined });
  };
  // If the person leaves without saving, send nothing later.
  useEffect(() => stop, []);
  return {
    isSending,
    /** Withdraws the command, if that is still possible. */
    stop,
    forgetFailure: () => setFailed(undefined),
    /** A sentence about the command: it is still being sent, or why it failed. */
    renderSending: () => {
      if (isSending) return describeWait();
      return failed && <span class="lack">{describeFailure(failed)}</span>;
    },
    /**
     * Sends a command and, when it is recorded, those that follow; after a failure of these, only the rest. Returns whether all were
     * recorded. A second touch sends nothing.
     */
    send: async (first: WriteCommand, then: readonly WriteCommand[] = []): Promise<boolean> => {
      if (boardState().unsaved) return false;
      const controller = new AbortController();
      showSending(controller);
      let failure: Failure | undefined;
      for (const command of failed?.rest ?? [first, ...then]) {
        const { route, fields } = command;
        const { answer, ...lack } = await writeRoute(route, fields, controller.signal);
        if (answer) continue;
        if (command === first) {
          failure = lack;
          break;
        }
        failure = { ...lack, rest: [...(failure?.rest ?? []), command] };
      }
      showSending();
      setFailed(failure);
      refreshBoard();
      return failure === undefined;
    },
  };
};
