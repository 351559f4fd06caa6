import { type Case, refusesFor } from "./refused.ts";

const jwt = (changes: object) => ({
  scheme: "jwt",
  issuer: "https://id.example.org",
  audience: "warehouse",
  jwks: "https://id.example.org/keys",
  requiredClaims: { token_use: "access" },
  nameClaims: ["sub"],
  ...changes,
});

const cases: readonly Case[] = [
  ["a key that stands twice", { auth: { scheme: "apiKey", keys: ["a", "b", "a"] } }, "auth.keys", '"a" stands twice'],
  ["no keys", { auth: { scheme: "apiKey", keys: [] } }, "auth.keys", "(§5:"],
  ["a key's name that no list of names could hold", { auth: { scheme: "apiKey", keys: ["a=b"] } }, "auth.keys[0]", "(§5:"],
  ["keys fetched without TLS", { auth: jwt({ jwks: "http://id.example.org/keys" }) }, "auth.jwks", "(§5:"],
  ["a claim that is checked already", { auth: jwt({ requiredClaims: { exp: "1" } }) }, "auth.requiredClaims.exp", "checked already"],
  ["a name claim that stands twice", { auth: jwt({ nameClaims: ["sub", "sub"] }) }, "auth.nameClaims", '"sub" stands twice'],
  ["a name claim that names nobody", { auth: jwt({ nameClaims: ["iss"] }) }, "auth.nameClaims", "names no device and no person"],
  [
    "a name claim that names everybody alike",
    { auth: jwt({ nameClaims: ["token_use"] }) },
    "auth.nameClaims",
    "would name everybody alike",
  ],
  ["an authentication that nobody knows", { auth: { scheme: "basic" } }, "auth.scheme", "(§5:"],
];

refusesFor("its authentication", cases);
