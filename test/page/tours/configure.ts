import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Place } from "#infra/local/stage.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { Fields, Requests, WriteId } from "#lib/page/requests.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";

/** Writes to a local stage as a scanner; a field that its site has switched off is left out. Gives what became of the write. */
export const writer = ({ site, url, apiKeys }: Place) => {
  const settings = clientSettings(site);
  const client = createClient<Requests>({
    baseUrl: url,
    settings,
    storage: memoryStorage(),
    headers: () => localCredentials(site, apiKeys),
  });
  const save = async <Id extends WriteId>(route: Id, fields: Fields<Id>) => {
    const takes = settings.routes[route]?.takes ?? {};
    const ticket = await client.write(
      route,
      Object.fromEntries(Object.entries(fields).filter(([field]) => takes[field])) as Fields<Id>,
    );
    return ticket.state === "queued" ? ticket.outcome : undefined;
  };
  return { save, close: client.close };
};

const quantities = [3, 10];

/** Gives goods of a local stage the site's attachments: 3 of the first category, 10 of the second, and of others as many as there are. */
export const configureIn = async (stage: Place, zongpai: string): Promise<void> => {
  const { save, close } = writer(stage);
  const entries = stage.site.attachment.categories.map(({ code }, at) => ({
    category: code,
    quantity: quantities[at],
  }));
  const outcome = await save("put-attachment-config", { zongpai, entries });
  close();
  if (outcome?.state !== "done")
    throw new Error(`The attachments of ${zongpai} could not be configured.`);
};
