import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Place } from "#infra/local/stage.ts";
import { createClient } from "#lib/client/client.ts";
import { clientSettings } from "#lib/client/settings.ts";
import { memoryStorage } from "#lib/client/storage.ts";

const quantities = [3, 10];

/** Gives goods of a local stage the site's attachments: 3 of the first category, 10 of the second, and of others as many as there are. */
export const configureIn = async ({ site, url, apiKeys }: Place, zongpai: string): Promise<void> => {
  const headers = () => localCredentials(site, apiKeys);
  const client = createClient({ baseUrl: url, settings: clientSettings(site), storage: memoryStorage(), headers });
  const entries = site.attachment.categories.map(({ code }, at) => ({ category: code, quantity: quantities[at] }));
  const ticket = await client.write("put-attachment-config", { zongpai, entries });
  const outcome = ticket.state === "queued" ? await ticket.settled : undefined;
  client.close();
  if (outcome?.state !== "done") throw new Error(`The attachments of ${zongpai} could not be configured.`);
};
