import { servedIds } from "#lib/served-ids.ts";
import { defineSite } from "#lib/site/define-site.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import signedIn from "./signed-in.ts";

/** The answers that decide what is deployed, in short form. */
export const kindAnswers = {
  erp: ["sqlite", "postgresql", "mysql", "mssql"],
  network: ["open", "vpc"],
  auth: ["keys", "jwt", "iam"],
  roles: ["all", "roles"],
  functions: ["endpoint", "group"],
  domain: ["-", "domain"],
  docs: ["-", "docs"],
  pages: ["-", "pages"],
  origin: ["-", "origin"],
  changes: ["-", "queue", "bus", "address"],
  extensions: ["every", "none"],
} as const;

type KindAnswers = typeof kindAnswers;
export type SiteKind = { readonly [Answer in keyof KindAnswers]: KindAnswers[Answer][number] };

/** Whether a site can combine these answers. A file is in no network, and a browser cannot sign for an AWS account. */
export const isPossible = (kind: Partial<SiteKind>): boolean =>
  !(kind.erp === "sqlite" && kind.network === "vpc") &&
  !(kind.pages === "pages" && kind.auth === "iam");

const answerNames = Object.keys(kindAnswers) as (keyof KindAnswers)[];
const pairsIn = (kind: Partial<SiteKind>): string[] =>
  answerNames.flatMap((name, index) =>
    answerNames.slice(index + 1).map((other) => `${name} ${kind[name]}, ${other} ${kind[other]}`),
  );
const coveredPairs = new Set<string>();
const newIn = (kind: Partial<SiteKind>) =>
  pairsIn(kind).filter((pair) => !coveredPairs.has(pair)).length;

const authRows = [...kindAnswers.auth, "keys", "jwt"] as const;

/**
 * One kind for each authentication with each ERP, and two authentications twice. The other answers are chosen to add the most new pairs. A
 * test checks that these 20 kinds have every possible pair of answers.
 */
export const siteKinds: readonly SiteKind[] = authRows.flatMap((auth, row) =>
  kindAnswers.erp.map((erp, column) => {
    let kind: Partial<SiteKind> = { auth, erp };
    for (const name of answerNames.filter((name) => !(name in kind))) {
      const possible = kindAnswers[name]
        .map((answer) => ({ ...kind, [name]: answer }))
        .filter(isPossible);
      // If no answer brings more new pairs than another, neighbouring kinds differ.
      if ((row + column) % 2) possible.reverse();
      [kind = kind] = possible.toSorted((one, other) => newIn(other) - newIn(one));
    }
    for (const pair of pairsIn(kind)) coveredPairs.add(pair);
    return kind as SiteKind;
  }),
);

/** An ERP in a file, or on a server whose password is in a secret. */
export const erpOf = ({
  erp: dialect,
  network,
}: Pick<SiteKind, "erp" | "network">): Site["erp"] => ({
  ...demo.erp,
  dialect,
  connection: dialect !== "sqlite" && {
    ...{ host: "erp.example.org", port: 5_432, database: "erp", user: "reader", tls: "verified" },
    password: {
      secret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
      field: "password",
    },
    connections: 6,
    network: network === "vpc" && {
      vpc: "vpc-0a1b2c3d",
      subnets: ["subnet-0a1b2c3d", "subnet-0a1b2c3e"],
      securityGroup: "sg-0a1b2c3d",
    },
  },
});

/** The target of changes. */
export const changesAddress = {
  ...{ address: "https://erp.example.org/changes", stage: "staging", header: "x-api-key" },
  secret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:changes-AbCdEf",
  field: "key",
};

const { auth: tokens } = signedIn;
const authOf = (kind: SiteKind, site: Site): Site["auth"] => {
  // Every caller may call `/me`, so no role lists it.
  const everything = servedIds({ ...site, pages: false });
  const roles = kind.roles === "roles" && { everything, look: ["get-box-info" as const] };
  if (kind.auth === "iam") return { scheme: "iam", allowed: roles && { roles } };
  if (kind.auth === "jwt" && tokens.scheme === "jwt")
    return { ...tokens, allowed: roles && { roles, claim: "role" } };
  const keys = ["scanner-1", "scanner-2", "scanner-3"];
  const allowed = roles && {
    roles,
    keys: Object.fromEntries(keys.map((key) => [key, "everything"])),
  };
  return { scheme: "apiKey", keys, allowed };
};

/** The profile of a kind, for the stage `staging`: demo with these answers, or with plain's routes and extensions. */
export const siteOf = (kind: SiteKind): Site => {
  const { domain, pages, origin, extensions, changes } = kind;
  const { routes, extensions: kept } = extensions === "none" ? plain : demo;
  const site = { ...demo, routes, extensions: kept };
  return defineSite({
    ...site,
    name: `kind-${siteKinds.indexOf(kind) + 1}`,
    auth: authOf(kind, site),
    erp: erpOf(kind),
    deployment: {
      ...demo.deployment,
      domain: domain === "domain" && {
        ...{ name: "scan.example.org", stage: "staging" },
        certificate:
          "arn:aws:acm:eu-central-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e",
      },
    },
    changes: changes !== "-" && { to: changes === "address" ? changesAddress : changes, who: true },
    pages: pages === "pages" && demo.pages,
    origin: origin === "origin" && "https://pages.example.org",
  });
};

/** The settings of its deployment, as passed with `-c`. */
export const settingsOf = ({ docs, functions }: SiteKind) => ({
  functions,
  docs: docs === "docs" ? "/docs" : "false",
});
