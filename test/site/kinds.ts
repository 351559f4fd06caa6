import { routeIds } from "#lib/endpoints/ids.ts";
import { defineSite } from "#lib/site/define-site.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";

/** The answers that decide what is deployed, in short words. */
export const answers = {
  erp: ["sqlite", "postgresql", "mysql", "mssql"],
  network: ["open", "vpc"],
  auth: ["3 keys", "100 keys", "3 imported", "100 imported", "jwt", "iam"],
  roles: ["all", "roles"],
  functions: ["endpoint", "group"],
  domain: ["-", "domain"],
  docs: ["-", "docs"],
  pages: ["-", "pages"],
  origin: ["-", "origin"],
  extensions: ["every", "none"],
} as const;

type Answers = typeof answers;
export type Kind = { readonly [Answer in keyof Answers]: Answers[Answer][number] };

/** Whether a site may answer so: a file is in no network, a browser has keys alone, and a stack has 500 resources at most. */
export const isPossible = ({
  erp,
  network,
  auth,
  functions,
  docs,
  pages,
  origin,
}: Partial<Kind>): boolean =>
  !(erp === "sqlite" && network === "vpc") &&
  !(pages === "pages" && (auth === "jwt" || auth === "iam")) &&
  !(
    auth === "100 keys" &&
    functions === "endpoint" &&
    (origin === "origin" || (docs === "docs" && pages === "pages"))
  );

/** 24 kinds of site, which have each possible pair of answers; a test holds that. */
export const kinds: readonly Kind[] = (
  [
    ["sqlite", "open", "3 keys", "roles", "endpoint", "domain", "-", "pages", "origin", "none"],
    ["sqlite", "open", "100 keys", "roles", "group", "domain", "docs", "-", "origin", "every"],
    ["sqlite", "open", "3 imported", "roles", "endpoint", "-", "docs", "-", "origin", "every"],
    ["sqlite", "open", "100 imported", "roles", "endpoint", "-", "docs", "-", "-", "every"],
    ["sqlite", "open", "jwt", "all", "endpoint", "-", "-", "-", "-", "every"],
    ["sqlite", "open", "iam", "all", "group", "-", "-", "-", "-", "none"],
    ["postgresql", "open", "3 keys", "roles", "endpoint", "-", "-", "-", "origin", "none"],
    ["postgresql", "vpc", "100 keys", "all", "group", "-", "docs", "pages", "-", "every"],
    ["postgresql", "open", "3 imported", "all", "endpoint", "domain", "docs", "pages", "-", "none"],
    ["postgresql", "open", "100 imported", "roles", "group", "-", "-", "pages", "origin", "none"],
    ["postgresql", "vpc", "jwt", "roles", "group", "-", "-", "-", "origin", "every"],
    ["postgresql", "vpc", "iam", "roles", "endpoint", "domain", "docs", "-", "origin", "every"],
    ["mysql", "vpc", "3 keys", "roles", "endpoint", "domain", "docs", "-", "-", "none"],
    ["mysql", "vpc", "100 keys", "roles", "endpoint", "domain", "-", "-", "-", "every"],
    ["mysql", "vpc", "3 imported", "roles", "group", "-", "-", "-", "origin", "every"],
    ["mysql", "open", "100 imported", "all", "group", "domain", "-", "pages", "-", "none"],
    ["mysql", "open", "jwt", "all", "group", "domain", "-", "-", "origin", "every"],
    ["mysql", "vpc", "iam", "all", "endpoint", "-", "docs", "-", "origin", "every"],
    ["mssql", "vpc", "3 keys", "all", "group", "-", "-", "-", "origin", "every"],
    ["mssql", "open", "100 keys", "roles", "endpoint", "domain", "-", "pages", "-", "none"],
    ["mssql", "open", "3 imported", "all", "group", "domain", "docs", "-", "-", "every"],
    ["mssql", "vpc", "100 imported", "all", "endpoint", "-", "docs", "pages", "origin", "none"],
    ["mssql", "open", "jwt", "all", "endpoint", "domain", "docs", "-", "-", "none"],
    ["mssql", "vpc", "iam", "roles", "endpoint", "-", "-", "-", "origin", "every"],
  ] as const
).map(([erp, network, auth, roles, functions, domain, docs, pages, origin, extensions]) => ({
  ...{ erp, network, auth, roles, functions },
  ...{ domain, docs, pages, origin, extensions },
}));

/** The routes that the specification has, and nothing besides. */
export const withoutExtensions: Pick<Site, "routes" | "extensions"> = {
  routes: {
    ...demo.routes,
    ...{ history: false, refusals: false, counts: false, goodsStatus: false, boxStatus: false },
    ...{ deleteBox: false, move: false, clear: false },
  },
  extensions: {
    idempotencyKey: false,
    replayed: false,
    scannedAt: false,
    expectedQuantity: false,
    dryRun: false,
  },
};

/** The routes of a site with every extension, and of one without. */
const served = {
  every: [...routeIds],
  none: routeIds.filter(
    (id) =>
      !/^(get-history|get-refusals|get-counts|get-goods-status|get-box-status|delete-box|move-item|clear-place)$/.test(
        id,
      ),
  ),
};

const erpOf = ({ erp: dialect, network }: Kind): Site["erp"] => ({
  ...demo.erp,
  dialect,
  connection: dialect !== "sqlite" && {
    ...{
      host: "erp.example.org",
      port: 5_432,
      database: "erp",
      user: "warehouse_reader",
      tls: "verified",
    },
    password: {
      secret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
      field: "password",
    },
    connections: 6,
    network: network === "vpc" && {
      ...{
        vpc: "vpc-0a1b2c3d",
        subnets: ["subnet-0a1b2c3d", "subnet-0a1b2c3e"],
        securityGroup: "sg-0a1b2c3d",
      },
    },
  },
});

const authOf = (kind: Kind): Site["auth"] => {
  const roles = kind.roles === "roles" && {
    everything: served[kind.extensions],
    look: ["get-box-info" as const],
  };
  if (kind.auth === "iam") return { scheme: "iam", allowed: roles && { roles } };
  if (kind.auth === "jwt")
    return {
      scheme: "jwt",
      ...{
        issuer: "https://id.example.org",
        audience: "warehouse",
        jwks: "https://id.example.org/keys",
      },
      ...{
        requiredClaims: { token_use: "access" },
        nameClaims: ["sub"],
        allowed: roles && { roles, claim: "role" },
      },
    };
  const [count, place] = kind.auth.split(" ");
  const keys = Array.from({ length: Number(count) }, (_, at) => `scanner-${at + 1}`);
  const allowed = roles && {
    roles,
    keys: Object.fromEntries(keys.map((key) => [key, "everything"])),
  };
  return { scheme: "apiKey", keys, keysIn: place === "keys" ? "stack" : "import", allowed };
};

/** The profile of a kind: demo with these answers, for the stage `staging`. */
export const siteOf = (kind: Kind): Site => {
  const { functions, domain, docs, pages, origin, extensions } = kind;
  return defineSite({
    ...demo,
    ...(extensions === "none" ? withoutExtensions : {}),
    name: `kind-${kinds.indexOf(kind) + 1}`,
    auth: authOf(kind),
    erp: erpOf(kind),
    deployment: {
      ...demo.deployment,
      functions,
      domain: domain === "domain" && {
        ...{ name: "scan.example.org", stage: "staging" },
        certificate:
          "arn:aws:acm:eu-central-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e",
      },
    },
    docs: { deployed: docs === "docs" && { path: "/docs" } },
    pages: pages === "pages" && demo.pages,
    origin: origin === "origin" && "https://pages.example.org",
  });
};
