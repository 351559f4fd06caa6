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

/**
 * Signs a person in with a printed key. If the service does not know the key, the sign-in is
 * undone.
 */
export const signInWithKey = async (raw: string): Promise<void> => {
  const undo = signInPerson(readKey(raw));
  setState({ person: signedInPerson(), unknownKey: false });
  if ((await askMe()) === false) {
    undo();
    return setState({ person: signedInPerson(), unknownKey: true });
  }
  // Keys of signed-out people are kept only for waiting scans, and the board has none.
  await forgetSignedOutBut();
  await keepPeople();
  sendWithNewKey();
  refreshBoard();
};

export const signOut = async (): Promise<void> => {
  signOutPerson();
  setState({ person: undefined });
  location.hash = "";
  await forgetSignedOutBut();
};

/**
 * The sign-in screen. A person gets a token from the issuer, or types a key into the header's
 * field.
 */
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
