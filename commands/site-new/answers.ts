import type { ErrorGroup } from "#lib/errors.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import type { SiteFault } from "#lib/site/rule.ts";
import type { Site } from "#lib/site/schema.ts";
import { usualErrors } from "../../sites/conventions/http.ts";
import { bareLabels, wholeQuantity } from "../../sites/conventions/scan.ts";
import plain from "../../sites/plain.ts";

type QuantityFormat = Site["formats"]["quantity"];
type ErpProfile = Site["erp"];

/** The answers that a person gives for a site with only the specification, at their paths in a profile. */
export type SiteAnswers = {
  readonly name: string;
  readonly formats: Omit<Site["formats"], "quantity"> & {
    readonly quantity: Pick<QuantityFormat, "most" | "decimals">;
  };
  /** The label prefixes, if the formats overlap, and the GS1 identifier of a box, if it has one. */
  readonly scan: Pick<Site["scan"], "kinds" | "boxNo">;
  readonly location: Pick<Site["location"], "area" | "areas">;
  readonly box: Pick<Site["box"], "beyondOrdered" | "unknownBox">;
  readonly erp: Pick<ErpProfile, "dialect" | "connection" | "zongpais"> & {
    readonly boxes: Omit<ErpProfile["boxes"], "columns" | "day">;
  };
  readonly attachment: Pick<Site["attachment"], "categories">;
  readonly auth: Site["auth"];
  /** The domains in error bodies, by group. */
  readonly errors: Readonly<Record<ErrorGroup, string>>;
};

/** The answers of sites/plain.ts, used as examples in the questions. */
export const exampleAnswers: SiteAnswers = {
  ...plain,
  errors: {
    gateway: plain.errors.gateway.unknownRoute.domain,
    product: plain.errors.product.zongpaiNotFound.domain,
    accessory: plain.errors.accessory.itemNotFound.domain,
  },
};

/** The format of quantities. The minimum is the smallest quantity with these decimals. */
export const quantityOf = (answer: SiteAnswers["formats"]["quantity"]): QuantityFormat => {
  const { most, decimals } = answer;
  if (decimals === 0) return wholeQuantity({ most });
  const least = 1 / 10 ** decimals;
  const accepts = `must be a number from ${least} to ${most} with at most ${decimals} decimals`;
  return { least, most, decimals, accepts };
};

/** The site with these answers; sites/plain.ts has the rest. */
export const siteOf = (answers: SiteAnswers): Site => {
  const { name, formats, scan, location, box, erp, attachment, auth, errors } = answers;
  const boxes = { ...plain.erp.boxes, ...erp.boxes };
  return {
    ...plain,
    name,
    errors: usualErrors(errors),
    formats: { ...formats, quantity: quantityOf(formats.quantity) },
    location: { ...plain.location, ...location },
    scan: { ...bareLabels, ...scan },
    box: { ...plain.box, ...box },
    erp: { ...plain.erp, ...erp, boxes },
    attachment: { ...plain.attachment, ...attachment },
    auth,
  };
};

/** The faults that the site schema finds in these answers, without the text of its questions. @param paths the answers to check */
export const faultsIn = (answers: SiteAnswers, paths: readonly string[] = [""]): SiteFault[] =>
  faultsOf(siteOf(answers))
    .filter(([faultPath]) =>
      paths.some((path) => path === "" || `${faultPath}.`.startsWith(`${path}.`)),
    )
    .map(([faultPath, fault]) => [faultPath, fault.replace(/ \(§\d.*$/s, "")]);
