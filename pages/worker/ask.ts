import type { Misread, ReadOutcome } from "#lib/client/client.ts";
import { client } from "./client.ts";
import type { Label } from "./flow.ts";
import { type Found, set, state } from "./store.ts";

/** Milliseconds that a worker waits for a read. */
const patience = 5_000;

type Answered<A> = { readonly answer?: A; readonly sentence?: string; readonly silent?: boolean };
const answered = <A>(outcome: ReadOutcome<A> | Misread): Answered<A> => {
  if (outcome.state === "done" || outcome.state === "superseded") return { answer: outcome.answer };
  return outcome.state === "refused" ? { sentence: outcome.refusal.message } : { silent: true };
};

/** Reads what is there at the start: it costs least, and tells the service's time and whether the key is known. */
export const askCategories = async (): Promise<boolean | undefined> => {
  const outcome = await client.ask("get-attachment-categories", {}, { patience });
  if (outcome.state === "held") return false;
  if (outcome.state !== "done") return undefined;
  set({ categories: outcome.answer.categories });
  return true;
};

/** The attachments of the goods in hand; offline all that the site has, without headroom. */
export const askChoices = async (zongpai: string): Promise<void> => {
  const { answer } = answered(await client.ask("get-attachment-status", { zongpai }, { patience }));
  if (state().flow.goods === zongpai) set({ choices: answer?.categories ?? state().categories });
};

/** What the box holds already; without an answer the list shows what this page has saved. */
export const askBox = async (box_no: string): Promise<void> => {
  set({ contents: undefined });
  const { answer } = answered(await client.ask("get-box-info", { box_no }, { patience }));
  if (answer && state().flow.box === box_no) set({ contents: answer });
};

const findings = async ({ kind, value }: Label): Promise<Omit<Found, "label">> => {
  if (kind === "box_no") {
    const { answer: box, ...rest } = answered(await client.ask("get-box-info", { box_no: value }, { patience }));
    return { box, ...rest };
  }
  const [places, attachments] = await Promise.all([
    client.ask("location-overview", { [kind]: value }, { patience }).then(answered),
    kind === "zongpai" ? client.ask("get-attachment-status", { zongpai: value }, { patience }).then(answered) : undefined,
  ]);
  const { answer, sentence, silent } = places;
  return { places: answer, attachments: attachments?.answer, sentence, silent };
};

/** Everything that the service says of a label. */
export const lookUp = async (label: Label): Promise<void> => {
  set({ found: { label, asking: true } });
  const found = await findings(label);
  // Meanwhile another label may have been scanned.
  if (state().found?.label === label) set({ found: { label, ...found } });
};
