import words from "site:words/board";
import { addressOf } from "./address.ts";
import { set, state } from "./store.ts";

let followed: string | undefined;

/** Shows what the address says; a form that was changed and not saved is asked for first. */
export const followAddress = (): void => {
  const { hash } = location;
  if (hash === followed) return;
  if (state().unsaved && !confirm(words.leave)) {
    location.hash = followed ?? "";
    return;
  }
  followed = hash;
  set({ at: addressOf(hash), copyFrom: undefined });
};
