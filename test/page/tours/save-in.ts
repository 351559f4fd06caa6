import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Stage } from "#infra/local/stage.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { Fields, Requests, WriteId } from "#lib/page/requests.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";

/** Writes to a local stage as a scanner, without the fields that its site has switched off; gives what became of it. */
export const saveIn = async <Id extends WriteId>(
  { site, url, apiKeys }: Stage,
  route: Id,
  fields: Partial<Fields<Id>>,
) => {
  const settings = clientSettings(site);
  const client = createClient<Requests>({
    baseUrl: url,
    settings,
    storage: memoryStorage(),
    headers: () => localCredentials(site, apiKeys),
  });
  const taken = Object.entries(fields).filter(([field]) => settings.routes[route]?.takes[field]);
  const ticket = await client.write(route, Object.fromEntries(taken) as Fields<Id>);
  const outcome = ticket.state === "queued" ? await ticket.outcome : undefined;
  client.close();
  return outcome?.state;
};

const quantities = [3, 10];

/** Gives goods of a local stage the site's attachments: 3 of the first category, 10 of the second, and of others as many as there are. */
export const configureIn = async (stage: Stage, zongpai: string): Promise<void> => {
  const entries = stage.site.attachment.categories.map(({ code }, at) => ({
    category: code,
    quantity: quantities[at],
  }));
  if ((await saveIn(stage, "put-attachment-config", { zongpai, entries })) !== "done")
    throw new Error(`The attachments of ${zongpai} could not be configured.`);
};
