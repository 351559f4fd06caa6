import { expect, it } from "vitest";
import { credentialKindOf, pageSettings } from "#lib/page/settings.ts";
import demo from "../../sites/demo.ts";
import apiKey from "./api-key.ts";
import jwt from "./jwt.ts";
import keyRoles from "./key-roles.ts";
import odd from "./odd.ts";
import tokenRoles from "./token-roles.ts";

it.each([
  ["no credentials", odd, "nothing"],
  ["signatures", { ...demo, auth: { scheme: "iam" as const, allowed: false as const } }, "nothing"],
  ["keys", apiKey, "key"],
  ["tokens", jwt, "token"],
])("the pages of a site with %s ask for them", (_, site, kind) => {
  expect(credentialKindOf(site)).toBe(kind);
});

it.each([
  ["without credentials", odd, false],
  ["with keys alone", apiKey, false],
  ["with tokens alone", jwt, false],
  ["with roles of keys", keyRoles, true],
  ["with roles in tokens", tokenRoles, true],
])("the pages of a site %s know whether callers differ", (_, site, roles) => {
  expect(pageSettings(site, "/app", "local").roles).toBe(roles);
});
