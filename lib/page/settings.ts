import type { Site } from "../site/schema.ts";
import { clientSettings } from "./client-settings.ts";
import { upwardPath } from "./files.ts";
import { scanSettings } from "./scan-settings.ts";

/** How a caller of a site proves its identity. */
export const credentialKindOf = ({ auth }: Pick<Site, "auth">): "nothing" | "key" | "token" =>
  auth.scheme === "apiKey" ? "key" : auth.scheme === "jwt" ? "token" : "nothing";

/** The site's settings for the pages, which load neither its profile nor its schemas. */
export const pageSettings = (site: Site, path: string, stage: string) => {
  const { zongpai, boxNo, location, quantity } = site.formats;
  const { least, most, decimals } = quantity;
  const { auth } = site;
  const hasRoles = (auth.scheme === "apiKey" || auth.scheme === "jwt") && auth.allowed !== false;
  return {
    name: site.name,
    /** The site and its stage. With the path they name what the browser keeps, because several stages may share an origin. */
    stage: `${site.name} ${stage}`,
    /** The way from a page's folder to where the service's paths begin. */
    up: upwardPath(site.basePath + path),
    /** Where the pages get a token, if they do not have a key. */
    signIn: auth.scheme === "jwt" &&
      auth.signIn && { ...auth.signIn, issuer: auth.issuer, nameClaims: auth.nameClaims },
    client: clientSettings(site),
    scan: scanSettings(site),
    examples: { zongpai: zongpai.example, box_no: boxNo.example, location: location.example },
    quantity: { least, most, decimals },
    categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })),
    /** Whether a category may be configured without a quantity. */
    uncapped: site.attachment.unquantified === "uncapped",
    areas: site.location.areas || [],
    /** The site's word for goods that the ERP lacks. */
    absentInErp: site.erp.states.absent,
    /** Whether callers differ in what they may call. */
    roles: hasRoles,
  };
};
