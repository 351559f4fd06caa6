import { type Case, refusesFor } from "./refused.ts";

const cases: readonly Case[] = [
  [
    "an answer of the wrong kind",
    { "overview.pageSize": "fifty" },
    "overview.pageSize",
    "(§8: How many entries",
  ],
  ["an answer that is missing", { limits: undefined }, "limits", "is not answered"],
  [
    "an answer that is missing, deeper down",
    { "location.shards.write": undefined },
    "location.shards.write",
    "is not answered (§8:",
  ],
  [
    "shards that are written and not read",
    { "location.shards": { write: 8, read: [4] } },
    "location.shards.read",
    "lacks 8, so what is",
  ],
  ["an answer to a question that nobody asks", { colour: "red" }, "colour", "is not asked"],
  [
    "a way to prove who is there that does not exist",
    { auth: { scheme: "trust" } },
    "auth.scheme",
    "(§5: How does a scanner",
  ],
  [
    "a token without an issuer",
    { auth: { scheme: "jwt", audience: "a", nameClaims: ["sub"] } },
    "auth.issuer",
    "is not answered (§5:",
  ],
  [
    "a note off the shelf without a limit",
    { "location.offShelfNote": { accepts: "may be short" } },
    "location.offShelfNote.maxLength",
    "is not answered (§1:",
  ],
  [
    "an ERP that may be waited for too long",
    { "erp.lookupTimeout": 5_000 },
    "erp.lookupTimeout",
    "(§1: How many milliseconds",
  ],
  [
    "a body larger than the gateway's",
    { "limits.bodyBytes": 20_000_000 },
    "limits.bodyBytes",
    "(§8: How many bytes",
  ],
  [
    "a name that no resource may have",
    { name: "Our Warehouse" },
    "name",
    "(§9: What is this deployment called",
  ],
];

refusesFor("its other answers", cases);
