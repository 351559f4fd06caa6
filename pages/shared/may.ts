import * as settings from "site:settings";
import type { Requests } from "#lib/page/requests.ts";
import type { Client } from "#scanner/client/client.ts";

type Route = keyof Requests;

/** What the service has said of this key: `false` by a 403. */
const said = new Map<Route, boolean>();

/** Whether the site serves a route, and the service has not said that this key may not call it. */
export const may = (route: Route): boolean =>
  settings.client.routes[route] !== undefined && said.get(route) !== false;

export const forbid = (route: Route): void => void said.set(route, false);

export const forgetWhatMay = (): void => said.clear();

/**
 * Where keys have roles: asks what this key may call, with a request that has nothing in it. The service refuses that before it writes anything,
 * and before that whoever may not call the route. Without an answer it is still to be asked.
 */
export const askWhatMay = async (
  { ask }: Pick<Client<Requests>, "ask">,
  routes: readonly Route[],
): Promise<void> => {
  for (const route of settings.roles ? routes : []) {
    if (!may(route) || said.has(route)) continue;
    const asked = await ask(route, {});
    if (asked.state === "unanswered" || (asked.state === "held" && !asked.forbidden)) return;
    said.set(route, asked.state !== "held");
  }
};
