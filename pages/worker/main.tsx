import settings from "site:settings";
import words from "site:words/worker";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { createClient } from "#lib/client/client.ts";
import { indexedDbStorage } from "#lib/client/indexed-db.ts";
import { withLease } from "#lib/client/lease.ts";
import type { QueueState } from "#lib/client/standing.ts";
import { surroundings } from "#lib/client/surroundings.ts";
import { fieldReader, kindsOf, readScan } from "#lib/scan/read.ts";
import { baseUrl, credentials } from "../shared/place.ts";
import "../shared/pages.css";

const told = new EventTarget();
const client = createClient({
  baseUrl,
  settings: settings.client,
  storage: indexedDbStorage(),
  world: isSecureContext ? surroundings() : withLease(),
  read: fieldReader(settings.scan),
  headers: credentials,
  onState: () => told.dispatchEvent(new Event("state")),
});

const Page = () => {
  const [state, setState] = useState<QueueState>(client.state());
  const [shelf, setShelf] = useState("");
  const [outcome, setOutcome] = useState<keyof typeof words.outcome>();
  useEffect(() => told.addEventListener("state", () => setState(client.state())), []);
  const scan = async (raw: string) => {
    const [kind] = kindsOf(readScan(raw, settings.scan), settings.scan);
    if (kind === "location") return setShelf(raw);
    const ticket = await client.write("post-trace-location", { zongpai: raw, location: shelf });
    if (ticket.state === "misread") return setOutcome("wrong-label");
    setOutcome("kept");
    const { state } = await ticket.settled;
    setOutcome(state === "done" ? "recorded" : state);
  };
  return (
    <main>
      <p data-test="state">{words.state[state]}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void scan(String(new FormData(event.currentTarget).get("scan")));
          event.currentTarget.reset();
        }}
      >
        <label>
          {words.next.replace("{location}", shelf)} <input name="scan" data-test="scan" inputMode="none" autocomplete="off" />
        </label>
      </form>
      <p data-test="outcome" data-outcome={outcome}>
        {outcome && words.outcome[outcome]}
      </p>
    </main>
  );
};

await client.loaded;
render(<Page />, document.body);
await navigator.serviceWorker?.register("sw.js");
