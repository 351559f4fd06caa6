import words from "site:words/board";
import {
  askForToken,
  enter,
  forgetBut,
  keepPeople,
  leave,
  present,
  readKey,
} from "../shared/people.ts";
import { askMe, renewed } from "./client.ts";
import { refresh, set } from "./store.ts";

const { key: say } = words;

/** Takes a printed key; one that the service does not know is given back. */
export const takeKey = async (raw: string): Promise<void> => {
  const undo = enter(readKey(raw));
  set({ who: present(), unknownKey: false });
  if ((await askMe()) === false) {
    undo();
    return set({ who: present(), unknownKey: true });
  }
  // Of the board nothing waits.
  await forgetBut();
  await keepPeople();
  renewed();
  refresh();
};

export const signOut = async (): Promise<void> => {
  leave();
  set({ who: undefined });
  location.hash = "";
  await forgetBut();
};

/** A key goes into the field above. */
export const SignIn = () => (
  <main class="sign-in">
    {provedBy === "token" ? (
      <button type="button" class="btn main" data-test="sign-in" onClick={() => void askForToken()}>
        {words.states.held}
      </button>
    ) : (
      <>
        <h2>{say.title}</h2>
        <p>{say.hint}</p>
      </>
    )}
  </main>
);
