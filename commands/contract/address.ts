import { trimEndOf } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";

/** The URL before a site's full paths. A base URL may end with the site's base path. */
export const rootAddressOf = (url: string, { basePath }: Pick<Site, "basePath">): string => {
  const { origin, pathname } = new URL(url);
  const address = origin + trimEndOf(pathname, "/");
  return basePath !== "" && address.endsWith(basePath)
    ? address.slice(0, -basePath.length)
    : address;
};

/** Whether a service runs on this machine, without a gateway that checks signatures, and with the demo ERP. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
