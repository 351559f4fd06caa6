import type { Site } from "#lib/site/schema.ts";

/** The address before a site's full paths. A base URL may or may not end with the site's base path. */
export const rootAddressOf = (url: string, { basePath }: Pick<Site, "basePath">): string => {
  const { origin, pathname } = new URL(url);
  const address = origin + pathname.replace(/\/+$/, "");
  return basePath !== "" && address.endsWith(basePath)
    ? address.slice(0, -basePath.length)
    : address;
};

/** Whether a service runs on this machine, where no gateway checks signatures and the ERP is the demo's. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
