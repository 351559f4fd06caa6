import type { ClientSettings } from "#scanner/client/types.ts";
import type { ScannedField, ScanSettings } from "#scanner/scan/read.ts";
import { type Condition, conditions } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { clientSettings } from "./client-settings.ts";
import { upwards } from "./files.ts";
import { scanSettings } from "./scan-settings.ts";
import type { PageWords } from "./words.ts";

type JwtAuth = Extract<Site["auth"], { scheme: "jwt" }>;

/** What the pages know of a site: they load neither its profile nor its schemas. */
export type PageSettings = {
  /** The site and its stage: with the path they name what the browser keeps, for several may share an origin. */
  readonly stage: string;
  /** The way from a page's folder to where the service's paths begin. */
  readonly up: string;
  /** Where they get a token, if they do not have a key. */
  readonly signIn:
    | false
    | (Exclude<JwtAuth["signIn"], false> & Pick<JwtAuth, "issuer" | "nameClaims">);
  readonly client: ClientSettings;
  readonly scan: ScanSettings;
  readonly examples: Readonly<Record<ScannedField, string>>;
  readonly quantity: { readonly least: number; readonly most: number; readonly decimals: number };
  readonly categories: readonly { readonly category: string; readonly label: string }[];
  /** Whether a category may be configured without a quantity. */
  readonly uncapped: boolean;
  readonly areas: readonly string[];
  /** Whether a key may not call every route. */
  readonly roles: boolean;
  /** Conditions for which the pages have a sentence of their own, each with the service's message, from which its numbers are read. */
  readonly reasons: readonly (readonly [Reason, string])[];
};

type Reason = keyof PageWords["both"]["why"];

const reasonsOf = ({ pages, errors }: Site): PageSettings["reasons"] => {
  const reasons = pages ? (Object.keys(pages.words[0].both.why) as Reason[]) : [];
  const answers: readonly Readonly<Partial<Record<Condition, { message?: string | undefined }>>>[] =
    Object.values(errors);
  return reasons.flatMap((reason) => {
    const own = answers.map((group) => group[reason]?.message ?? conditions[reason].message);
    return [...new Set(own)].map((message) => [reason, message] as const);
  });
};

export const provedBy = ({ auth }: Pick<Site, "auth">): "nothing" | "key" | "token" =>
  auth.scheme === "apiKey" ? "key" : auth.scheme === "jwt" ? "token" : "nothing";

export const pageSettings = (site: Site, path: string, stage: string): PageSettings => {
  const { zongpai, boxNo, location, quantity } = site.formats;
  const { least, most, decimals } = quantity;
  const { auth } = site;
  return {
    stage: `${site.name} ${stage}`,
    up: upwards(site.basePath + path),
    signIn: auth.scheme === "jwt" &&
      auth.signIn && { ...auth.signIn, issuer: auth.issuer, nameClaims: auth.nameClaims },
    client: clientSettings(site),
    scan: scanSettings(site),
    examples: { zongpai: zongpai.example, box_no: boxNo.example, location: location.example },
    quantity: { least, most, decimals },
    categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })),
    uncapped: site.attachment.unquantified === "uncapped",
    areas: site.location.areas || [],
    reasons: reasonsOf(site),
    roles: (auth.scheme === "apiKey" || auth.scheme === "jwt") && auth.allowed !== false,
  };
};
