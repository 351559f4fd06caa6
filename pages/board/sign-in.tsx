import words from "site:words/board";
import {
  forgetSignedOutBut,
  keepPeople,
  readKey,
  redirectToSignIn,
  signedInPerson,
  signInPerson,
  signOutPerson,
} from "../shared/people.ts";
import { askMe, sendWithNewKey } from "./client.ts";
import { refreshBoard, setState } from "./store.ts";

const { key: keyWords } = words;

/** Takes a printed key; one that the service does not know is given back. */
export const signInWithKey = async (raw: string): Promise<void> => {
  const undo = signInPerson(readKey(raw));
  setState({ who: signedInPerson(), unknownKey: false });
  if ((await askMe()) === false) {
    undo();
    return setState({ who: signedInPerson(), unknownKey: true });
  }
  // Of the board nothing waits.
  await forgetSignedOutBut();
  await keepPeople();
  sendWithNewKey();
  refreshBoard();
};

export const signOut = async (): Promise<void> => {
  signOutPerson();
  setState({ who: undefined });
  location.hash = "";
  await forgetSignedOutBut();
};

/** A key goes into the field above. */
export const SignIn = () => (
  <main class="sign-in">
    {provedBy === "token" ? (
      <button
        type="button"
        class="btn main"
        data-test="sign-in"
        onClick={() => void redirectToSignIn()}
      >
        {words.states.held}
      </button>
    ) : (
      <>
        <h2>{keyWords.title}</h2>
        <p>{keyWords.hint}</p>
      </>
    )}
  </main>
);
