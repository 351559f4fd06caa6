import { routesOf } from "../routes.ts";
import { type Rule, when } from "./rule.ts";

/** Why a page in a browser cannot prove who it is in this way. */
const unproved = {
  iam: "need API keys or an open site: a browser has no credentials of AWS to sign with",
  jwt: "need API keys or an open site: they have no way to fetch a token of the issuer",
} as const;

export const pageAuth: Rule = ({ pages, auth: { scheme } }) =>
  scheme === "iam" || scheme === "jwt" ? when(pages !== false, "pages", unproved[scheme]) : [];

const within = (path: string, above: string) => `${path}/`.startsWith(`${above}/`);

/** The files of a page are one level below its path: they would hide a route there. */
export const pagePaths: Rule = (site) => {
  const { docs, pages, basePath } = site;
  const served = [
    ...(docs.deployed
      ? [
          {
            path: docs.deployed.path,
            what: "the page that describes the API is deployed (docs.deployed)",
          },
        ]
      : []),
    ...(pages ? [{ path: pages.path, what: "the pages are served (pages)" }] : []),
  ];
  const [one, other] = served;
  return [
    ...served.flatMap(({ path, what }) =>
      routesOf(site).flatMap((route) =>
        when(
          within(route.path, basePath + path),
          `routes (${route.id})`,
          `${route.path} is where ${what}`,
        ),
      ),
    ),
    ...when(
      one !== undefined &&
        other !== undefined &&
        (within(one.path, other.path) || within(other.path, one.path)),
      "pages.path",
      "is the path of the page that describes the API, or one lies below the other",
    ),
  ];
};
