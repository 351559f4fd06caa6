import { type Case, refusesFor } from "./refused.ts";

const jwt = (changes: object) => ({
  scheme: "jwt",
  issuer: "https://id.example.org",
  audience: "warehouse",
  jwks: "https://id.example.org/keys",
  requiredClaims: { token_use: "access" },
  nameClaims: ["sub"],
  allowed: false,
  ...changes,
});

const keyed = (allowed: unknown) => ({
  auth: { scheme: "apiKey", keys: ["a", "b"], keysIn: "stack", allowed },
});
const readers = { reader: ["get-box-info"] };

const cases: readonly Case[] = [
  [
    "a key without a role",
    keyed({ roles: readers, keys: { a: "reader" } }),
    "auth.allowed.keys",
    'which role has the key "b"?',
  ],
  [
    "a role for no key",
    keyed({ roles: readers, keys: { a: "reader", b: "reader", c: "reader" } }),
    "auth.allowed.keys.c",
    "auth.keys",
  ],
  [
    "a role that does not exist",
    keyed({ roles: readers, keys: { a: "reader", b: "boss" } }),
    "auth.allowed.keys.b",
    '"boss" is not among',
  ],
  [
    "a role for a route that does not exist",
    keyed({ roles: { reader: ["get-all"] }, keys: {} }),
    "auth.allowed.roles.reader[0]",
    "(§5:",
  ],
  ["whether there are roles at all", { auth: { scheme: "iam" } }, "auth.allowed", "(§5:"],
  [
    "a key that stands twice",
    { auth: { scheme: "apiKey", keys: ["a", "b", "a"], keysIn: "stack", allowed: false } },
    "auth.keys",
    '"a" stands twice',
  ],
  [
    "no keys",
    { auth: { scheme: "apiKey", keys: [], keysIn: "stack", allowed: false } },
    "auth.keys",
    "(§5:",
  ],
  [
    "a key's name that no list of names could hold",
    { auth: { scheme: "apiKey", keys: ["a=b"], keysIn: "import", allowed: false } },
    "auth.keys[0]",
    "(§5:",
  ],
  [
    "keys of which nobody says where they are",
    { auth: { scheme: "apiKey", keys: ["a"], allowed: false } },
    "auth.keysIn",
    "is not answered (§5:",
  ],
  [
    "names of keys that no function's environment holds",
    {
      auth: {
        scheme: "apiKey",
        keys: Array.from({ length: 201 }, (_, n) => `${n + 100}`),
        keysIn: "stack",
        allowed: false,
      },
    },
    "auth.keysIn",
    'must be "import": with 12 characters for each id the names have 3015, and a function of the stack takes 3000',
  ],
  [
    "keys fetched without TLS",
    { auth: jwt({ jwks: "http://id.example.org/keys" }) },
    "auth.jwks",
    "(§5:",
  ],
  [
    "a claim that is checked already",
    { auth: jwt({ requiredClaims: { exp: "1" } }) },
    "auth.requiredClaims.exp",
    "checked already",
  ],
  [
    "a name claim that stands twice",
    { auth: jwt({ nameClaims: ["sub", "sub"] }) },
    "auth.nameClaims",
    '"sub" stands twice',
  ],
  [
    "a name claim that names nobody",
    { auth: jwt({ nameClaims: ["iss"] }) },
    "auth.nameClaims",
    "names no device and no person",
  ],
  [
    "a name claim that names everybody alike",
    { auth: jwt({ nameClaims: ["token_use"] }) },
    "auth.nameClaims",
    "would name everybody alike",
  ],
  ["an authentication that nobody knows", { auth: { scheme: "basic" } }, "auth.scheme", "(§5:"],
];

refusesFor("its authentication", cases);
