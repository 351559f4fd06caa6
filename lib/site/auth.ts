import * as z from "zod";
import { routeIds } from "../route-ids.ts";
import { orFalse, textLike, withNote } from "./question.ts";

const KeyOrRoleName = textLike(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  'up to 64 letters, digits, hyphens or underscores, such as "handheld-01"',
);
const ClaimName = z.string().min(1).max(128);
const EndpointId = z.enum(routeIds, 'must be the id of an endpoint, such as "post-box"');
const RoleEndpoints = z.record(KeyOrRoleName, z.array(EndpointId).min(1));

/** One address as a page's policy names it: without query and fragment. */
const SignInAddress = z.string().refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === "https:" && url.href === value && /^[^?#;,'\s]+$/.test(value);
}, 'must be an https address without "?" and "#", such as "https://id.example.org/token"');

/** Without roles every caller may call everything. */
export const AuthAnswers = z.discriminatedUnion("scheme", [
  withNote(z.strictObject({ scheme: z.literal("none") }), "none: only for a laptop"),
  withNote(
    z.strictObject({
      scheme: z.literal("iam"),
      allowed: orFalse(z.strictObject({ roles: RoleEndpoints })),
    }),
    "iam: AWS credentials sign each request; each role becomes a policy that you attach",
  ),
  withNote(
    z.strictObject({
      scheme: z.literal("apiKey"),
      keys: z.array(KeyOrRoleName).min(1).max(10_000),
      allowed: orFalse(
        z.strictObject({ roles: RoleEndpoints, keys: z.record(KeyOrRoleName, KeyOrRoleName) }),
      ),
    }),
    "apiKey: for a trial or a closed network, because AWS says that API keys are not authentication. Each of these devices or persons gets a key, and can have a role; at most 10,000",
  ),
  withNote(
    z.strictObject({
      scheme: z.literal("jwt"),
      issuer: z.url('must be the address in the claim iss, such as "https://id.example.org"'),
      audience: z.string().min(1),
      jwks: z.url({
        protocol: /^https$/,
        error:
          'must be the https address of the issuer\'s keys, such as "https://id.example.org/keys"',
      }),
      requiredClaims: z.record(ClaimName, z.string()),
      nameClaims: z.array(ClaimName).min(1),
      allowed: orFalse(z.strictObject({ roles: RoleEndpoints, claim: ClaimName })),
      signIn: orFalse(
        z.strictObject({
          client: z.string().min(1),
          scope: z.string().min(1),
          parameters: z.record(ClaimName, z.string()),
          authorize: SignInAddress,
          token: SignInAddress,
        }),
      ),
    }),
    "jwt: recommended for a live site. Callers send a token of your identity provider. It must have the value of each of requiredClaims. The first of nameClaims that it has gives the caller's name. A claim can have a role, or a list of roles. signIn says where persons sign in to the pages (authorization code with PKCE, a client without a secret)",
  ),
]);
