import { type Rule, repeated, when } from "./rule.ts";

/** Claims that are always checked, and that are not text. */
const checked = new Set(["iss", "aud", "exp", "nbf", "iat"]);

const twice = (path: string, values: readonly string[]) =>
  repeated(values.map((value) => [path, value] as const)).map(([, value]) => ({ path, fault: `"${value}" stands twice` }));

/** Rules for the names of keys and for claims. */
export const credentials: Rule = ({ auth }) => {
  if (auth.scheme === "apiKey") return twice("auth.keys", auth.keys);
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
    ...nameClaims.flatMap((claim) => when(checked.has(claim), "auth.nameClaims", `"${claim}" names no device and no person`)),
    ...nameClaims.flatMap((claim) =>
      when(Object.hasOwn(requiredClaims, claim), "auth.nameClaims", `"${claim}" must have one value, and so would name everybody alike`),
    ),
  ];
};
