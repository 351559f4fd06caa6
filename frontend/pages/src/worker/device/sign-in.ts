import * as settings from "site:settings";
import words from "site:words/worker";
import { kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import { hiddenKey } from "#scanner/scan/scan-text.ts";
import {
  keepPeople,
  nameInId,
  readKey,
  signedInPerson,
  signInPerson,
  signOutPerson,
} from "../../shared/people.ts";
import type { ScanRow } from "../outcome/rows.ts";
import { emptyHand } from "../scan/hand.ts";
import { refuseScan, showWrongLabel } from "../scan/scan-labels.ts";
import { askRights } from "../screens/reads.ts";
import { set, state } from "../state.ts";
import { client, forgetSignedOut, requireSignIn } from "./client.ts";
import { signalOutcome } from "./signals.ts";

export const personName = (id = "?"): string => nameInId(id) ?? words.somebody;

/** The waiting scans of people other than the signed-in one. */
export const rowsOfOthers = (): ScanRow[] => {
  const { rows, person } = state();
  return rows.filter(
    ({ outcome, entry: { by } }) => outcome === "kept" && by !== undefined && by !== person?.id,
  );
};

/** Empty hands and look-ups, because the previous ones belong to another person. */
const emptyWork = () => ({
  screens: [],
  hand: emptyHand(state().hand.mode),
  hands: {},
  lookups: {},
});

/** Shows the signed-in person and the waiting scans of others. For a new person, the hands are emptied. */
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

/** Signs a person in with a scanned card or a typed key, unless the service does not know the key. */
export const signInWithKey = async (raw: string): Promise<void> => {
  const scan = readScan(raw, settings.scan);
  const possibleKinds = kindsOf(scan, settings.scan);
  // A card that came twice in one, or with Caps Lock on, for example, has another key.
  const isSpoilt = scan.key === undefined && scan.text === hiddenKey;
  if (provedBy === "token" || possibleKinds.length > 0 || isSpoilt)
    return refuseScan(scan, possibleKinds);
  const key = readKey(scan.key ?? raw);
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

/**
 * Signs the person out. The next person starts with empty hands. A slow device may still be storing this, so touches in the meantime are
 * kept, and a card signs in.
 */
export const signOut = async (): Promise<void> => {
  signOutPerson();
  set({ person: undefined, ...emptyWork() });
  requireSignIn();
  await keepPeople();
  await forgetSignedOut();
};
