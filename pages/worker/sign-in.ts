import * as settings from "site:settings";
import words from "site:words/worker";
import { kindsOf, readScan } from "#scanner/scan/read.ts";
import { keepKey, readKey, useKey } from "../shared/key.ts";
import { forgetWhatMay } from "../shared/may.ts";
import { askKey, askMay } from "./ask.ts";
import { client } from "./client.ts";
import { refuse, refuseLabel } from "./refuse.ts";
import { signal } from "./signals.ts";
import { set, state } from "./store.ts";

export const nameOf = (key: { readonly name?: string } | undefined): string => key?.name ?? "";

/** Takes a printed key, unless the service says that it does not know it. */
export const takeKey = async (raw: string): Promise<void> => {
  const scan = readScan(raw, settings.scan);
  if (kindsOf(scan, settings.scan).length > 0) return refuseLabel(scan);
  const key = readKey(raw);
  const before = useKey(key);
  if ((await askKey()) === false) {
    useKey(before);
    return refuse({
      label: key.name ?? "",
      text: words.unknownKey,
      note: words.notes.notSent,
    });
  }
  await keepKey();
  signal("recorded");
  const screens = state().screens.filter(({ is }) => is !== "key");
  set({ screens, input: "scanner", band: undefined, who: nameOf(key) });
  client.renewed();
  forgetWhatMay();
  await askMay();
};
