import { expect, it } from "vitest";
import { credentialKindOf } from "#lib/page/settings.ts";
import demo from "../../sites/demo.ts";
import apiKey from "./api-key.ts";
import jwt from "./jwt.ts";
import odd from "./odd.ts";

it.each([
  ["no credentials", odd, "nothing"],
  ["signatures", { ...demo, auth: { scheme: "iam" as const, allowed: false as const } }, "nothing"],
  ["keys", apiKey, "key"],
  ["tokens", jwt, "token"],
])("the pages of a site with %s ask for them", (_, site, kind) => {
  expect(credentialKindOf(site)).toBe(kind);
});
