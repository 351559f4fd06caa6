import * as settings from "site:settings";
import words from "site:words/worker";
import { kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import {
  keepPeople,
  nameInId,
  readKey,
  signedInPerson,
  signInPerson,
  signOutPerson,
} from "../shared/people.ts";
import { client, forgetSignedOut, requireSignIn } from "./client.ts";
import { emptyHand } from "./hand.ts";
import { askRights } from "./reads.ts";
import type { ScanRow } from "./rows.ts";
import { refuseScan, showWrongLabel } from "./scan-labels.ts";
import { signalOutcome } from "./signals.ts";
import { set, state } from "./state.ts";

export const personName = (id = "?"): string => nameInId(id) ?? words.somebody;

/** What waits of others than the person who is signed in. */
export const rowsOfOthers = (): ScanRow[] => {
  const { rows, person } = state();
  return rows.filter(
    ({ outcome, entry: { by } }) => outcome === "kept" && by !== undefined && by !== person?.id,
  );
};

/** What is in hand, and all that was looked up, belongs to the person who did that. */
const emptyWork = () => ({
  screens: [],
  hand: emptyHand(state().hand.mode),
  hands: {},
  lookups: {},
});

/** Shows who is signed in, with empty hands if that is another one, and what waits of others. */
const showPerson = (before: string | undefined) => {
  const person = signedInPerson();
  const kept = state().screens.filter(({ is }) => is !== "key" && is !== "me");
  set({
    person,
    input: "scanner",
    queue: client.state(),
    note: undefined,
    ...(person?.id === before ? { screens: kept } : emptyWork()),
  });
  set({ banner: rowsOfOthers().length > 0 ? { is: "waiting", others: true } : undefined });
};

/** Takes a card or a key that was typed, unless the service says that it does not know it. */
export const signInWithKey = async (raw: string): Promise<void> => {
  const scan = readScan(raw, settings.scan);
  const possibleKinds = kindsOf(scan, settings.scan);
  if (provedBy === "token" || possibleKinds.length > 0) return refuseScan(scan, possibleKinds);
  const key = readKey(raw);
  const { hand, hands, screens } = state();
  const before = signedInPerson()?.id;
  const undo = signInPerson(key, client.state() === "held");
  signalOutcome("card");
  showPerson(before);
  const empty = state().hand;
  if ((await askRights()) === false) {
    undo();
    set({ person: signedInPerson(), ...(state().hand === empty && { hand, hands, screens }) });
    if (!signedInPerson()) requireSignIn();
    return showWrongLabel({
      label: key.name ?? "",
      text: words.unknownKey,
      note: words.notes.notSent,
    });
  }
  await keepPeople();
  client.renewed();
  await forgetSignedOut();
};

/** The next one begins with empty hands. A slow device stores it later: what is touched meanwhile stays, and a card signs in. */
export const signOut = async (): Promise<void> => {
  signOutPerson();
  set({ person: undefined, ...emptyWork() });
  requireSignIn();
  await keepPeople();
  await forgetSignedOut();
};
