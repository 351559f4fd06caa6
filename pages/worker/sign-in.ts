import * as settings from "site:settings";
import words from "site:words/worker";
import { kindsOf, readScan } from "#scanner/scan/read.ts";
import { enter, keepPeople, leave, nameIn, present, readKey } from "../shared/people.ts";
import { askMe } from "./ask.ts";
import { client, forgetLeft, needKey } from "./client.ts";
import type { Row } from "./rows.ts";
import { refuse, refuseLabel, signal } from "./signals.ts";
import { begin, set, state } from "./store.ts";

export const nameOf = (id = "?"): string => nameIn(id) ?? words.somebody;

/** What waits of others than who is signed in. */
export const ofOthers = (): Row[] => {
  const { rows, who } = state();
  return rows.filter(
    ({ outcome, entry: { by } }) => outcome === "kept" && by !== undefined && by !== who?.id,
  );
};

/** What is in hand, and all that was found, is of who found it. */
const emptied = () => ({ screens: [], hand: begin(state().hand.mode), hands: {}, found: {} });

/** Shows who is signed in, with empty hands if that is another one, and what waits of others. */
const show = (before: string | undefined) => {
  const who = present();
  const kept = state().screens.filter(({ is }) => is !== "key" && is !== "me");
  set({
    who,
    input: "scanner",
    queue: client.state(),
    note: undefined,
    ...(who?.id === before ? { screens: kept } : emptied()),
  });
  set({ band: ofOthers().length > 0 ? { is: "waiting", others: true } : undefined });
};

/** Takes a card or a key that was typed, unless the service says that it does not know it. */
export const takeKey = async (raw: string): Promise<void> => {
  const scan = readScan(raw, settings.scan);
  if (provedBy === "token" || kindsOf(scan, settings.scan).length > 0) return refuseLabel(scan);
  const key = readKey(raw);
  const { hand, hands, screens } = state();
  const before = present()?.id;
  const undo = enter(key, client.state() === "held");
  signal("card");
  show(before);
  const empty = state().hand;
  if ((await askMe()) === false) {
    undo();
    set({ who: present(), ...(state().hand === empty && { hand, hands, screens }) });
    if (!present()) needKey();
    return refuse({
      label: key.name ?? "",
      text: words.unknownKey,
      note: words.notes.notSent,
    });
  }
  await keepPeople();
  client.renewed();
  await forgetLeft();
};

/** The next one begins with empty hands. A slow device stores it later: what is touched meanwhile stays, and a card signs in. */
export const signOut = async (): Promise<void> => {
  leave();
  set({ who: undefined, ...emptied() });
  needKey();
  await keepPeople();
  await forgetLeft();
};
