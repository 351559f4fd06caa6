import settings from "site:settings";
import words from "site:words/board";
import { render } from "preact";
import { createClient } from "#lib/client/client.ts";
import { memoryStorage } from "#lib/client/storage.ts";
import { baseUrl, credentials } from "../shared/place.ts";
import "../shared/pages.css";

const client = createClient({
  baseUrl,
  settings: settings.client,
  storage: memoryStorage(),
  headers: credentials,
});

const overview = await client.ask("location-overview", {});
render(
  <main>
    <h1>{words.title}</h1>
    <p data-test="area">{overview.state === "done" ? Object.keys(overview.answer).join(" ") : overview.state}</p>
  </main>,
  document.body,
);
