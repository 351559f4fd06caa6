import { routesOf } from "../routes.ts";
import { type Rule, twice, when } from "./rule.ts";

/** Claims that are always checked, and that are not text. */
const checked = new Set(["iss", "aud", "exp", "nbf", "iat"]);

/** Each key has a role, each role is one of the site's, and allows only what the site serves. */
export const allowances: Rule = (site) => {
  const { auth } = site;
  if (auth.scheme === "none" || !auth.allowed) return [];
  const { roles } = auth.allowed;
  const served = new Set(routesOf(site).map(({ id }) => id));
  const keyed =
    "keys" in auth.allowed && auth.scheme === "apiKey"
      ? { of: auth.allowed.keys, keys: auth.keys }
      : { of: {}, keys: [] };
  return [
    ...Object.entries(roles).flatMap(([role, ids]) =>
      ids.flatMap((id) =>
        when(!served.has(id), `auth.allowed.roles.${role}`, `"${id}" is not served by this site`),
      ),
    ),
    ...keyed.keys.flatMap((key) =>
      when(!Object.hasOwn(keyed.of, key), "auth.allowed.keys", `which role has the key "${key}"?`),
    ),
    ...Object.entries(keyed.of).flatMap(([key, role]) => [
      ...when(!keyed.keys.includes(key), `auth.allowed.keys.${key}`, "is not among auth.keys"),
      ...when(
        !Object.hasOwn(roles, role),
        `auth.allowed.keys.${key}`,
        `"${role}" is not among auth.allowed.roles`,
      ),
    ]),
  ];
};

/**
 * A function's environment holds 4 kB. It has each name of the stack's keys with the key's id of ten characters and two marks (`id=name,`);
 * what is left is for the other variables.
 */
const mostText = 3_000;
const idAndMarks = 12;

/** Rules for the names of keys and for claims. */
export const credentials: Rule = ({ auth }) => {
  if (auth.scheme === "apiKey") {
    const text = auth.keys.reduce((length, name) => length + name.length + idAndMarks, 0);
    return [
      ...twice("auth.keys", auth.keys),
      ...when(
        auth.keysIn === "stack" && text > mostText,
        "auth.keysIn",
        `must be "import": with ${idAndMarks} characters for each id the names have ${text}, and a function of the stack takes ${mostText}`,
      ),
    ];
  }
  if (auth.scheme !== "jwt") return [];
  const { requiredClaims, nameClaims } = auth;
  return [
    ...Object.keys(requiredClaims).flatMap((claim) =>
      when(
        checked.has(claim),
        `auth.requiredClaims.${claim}`,
        `"${claim}" is checked already: issuer, audience and times need no claim here`,
      ),
    ),
    ...twice("auth.nameClaims", nameClaims),
    ...nameClaims.flatMap((claim) =>
      when(checked.has(claim), "auth.nameClaims", `"${claim}" names no device and no person`),
    ),
    ...nameClaims.flatMap((claim) =>
      when(
        Object.hasOwn(requiredClaims, claim),
        "auth.nameClaims",
        `"${claim}" must have one value, and so would name everybody alike`,
      ),
    ),
  ];
};
