import type { Site } from "#lib/site/schema.ts";

/** The address below which a site's full paths stand: a base URL may or may not end with the site's base path. */
export const rootAddressOf = (url: string, { basePath }: Pick<Site, "basePath">): string => {
  const { origin, pathname } = new URL(url);
  const whole = origin + pathname.replace(/\/+$/, "");
  return basePath !== "" && whole.endsWith(basePath) ? whole.slice(0, -basePath.length) : whole;
};

/** Whether a service runs on this machine, where nobody checks signatures and the ERP is the demo's. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
