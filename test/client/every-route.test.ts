import { describe, expect, test } from "vitest";
import { routeIds } from "#lib/endpoints/ids.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { ReadId, Requests, WriteId } from "#lib/page/requests.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { virtualWorld } from "./virtual-world.ts";

// Does not compile when a route of the table is neither a read nor a write of the client.
const covered: readonly (ReadId | WriteId)[] = routeIds;

describe.each([demo, odd])("the client of $name", (site) => {
  test("asks every route of the table at its address, without a page that writes one", async () => {
    const sent: string[] = [];
    const settings = clientSettings(site);
    const clock = virtualWorld(async (url, init) => {
      sent.push(`${init.method} ${new URL(url).pathname}`);
      return new Response("{}", { status: 200 });
    });
    const client = createClient<Requests>({
      baseUrl: "https://x.example",
      settings,
      world: clock.world,
      storage: memoryStorage(),
    });
    for (const id of covered.filter((id) => settings.routes[id])) {
      if (v1[id].kind === "read") void client.ask(id as ReadId, {} as never);
      else await client.write(id as WriteId, {} as never);
      await clock.run();
    }
    expect(sent).toEqual(routesOf(site).map(({ method, path }) => `${method} ${path}`));
  });
});
