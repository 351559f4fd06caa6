import * as settings from "site:settings";
import type { WriteId } from "#lib/page/requests.ts";
import type { Scanned } from "./store.ts";

/** Where the site has it: only if this is still the quantity. */
export const expecting = (
  route: WriteId,
  quantity: number,
): { readonly expected_quantity?: number } =>
  settings.client.routes[route]?.takes.expected_quantity ? { expected_quantity: quantity } : {};

export const isPlace = ({ route }: Scanned): boolean =>
  route === "post-trace-location" || route === "post-attachment-location";
