import type { ClientSettings } from "#scanner/client/types.ts";
import type { ScannedField, ScanSettings } from "#scanner/scan/read.ts";
import type { Site } from "../site/schema.ts";
import { clientSettings } from "./client-settings.ts";
import { scanSettings } from "./scan-settings.ts";
import { upwards } from "./upwards.ts";

/** What the pages must know of a site, as plain JSON: they load neither its profile nor its schemas. */
export type PageSettings = {
  /** Leads from a page's folder to where the service's paths begin, whatever the stage's prefix is. */
  readonly up: string;
  /** True where requests need an API key. */
  readonly keyed: boolean;
  readonly client: ClientSettings;
  readonly scan: ScanSettings;
  /** A code of each kind, to show what one looks like. */
  readonly examples: Readonly<Record<ScannedField, string>>;
  readonly quantity: { readonly least: number; readonly most: number; readonly decimals: number };
  /** The attachment categories, in the site's order. */
  readonly categories: readonly { readonly category: string; readonly label: string }[];
  /** True where a configuration may name a category without a quantity. */
  readonly uncapped: boolean;
  /** The areas that the site lists, in its order; none if it lists none. */
  readonly areas: readonly string[];
  /** True where a key may not call every route. */
  readonly roles: boolean;
};

/** Makes the pages' settings from a site that has pages. */
export const pageSettings = (site: Site, path: string): PageSettings => {
  const { zongpai, boxNo, location, quantity } = site.formats;
  const { least, most, decimals } = quantity;
  return {
    up: upwards(site.basePath + path),
    keyed: site.auth.scheme === "apiKey",
    client: clientSettings(site),
    scan: scanSettings(site),
    examples: { zongpai: zongpai.example, box_no: boxNo.example, location: location.example },
    quantity: { least, most, decimals },
    categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })),
    uncapped: site.attachment.unquantified === "uncapped",
    areas: site.location.areas || [],
    roles: site.auth.scheme === "apiKey" && site.auth.allowed !== false,
  };
};
