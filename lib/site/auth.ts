import * as z from "zod";
import { routeIds } from "../route-ids.ts";

const Name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
const Claim = z.string().min(1).max(128);

/** What each role may call, by the ids of the routes. */
const Roles = z.record(Name, z.array(z.enum(routeIds)).min(1));

/** How a scanner proves who it is; and in `allowed` what each role may call, or `false` if everybody may call everything. */
export const Auth = z.discriminatedUnion("scheme", [
  z.strictObject({ scheme: z.literal("none") }),
  /** The stack makes a policy for each role, which the account attaches to its own. */
  z.strictObject({ scheme: z.literal("iam"), allowed: z.union([z.literal(false), z.strictObject({ roles: Roles })]) }),
  /** One key for each name of a device or person. API Gateway makes them when the site is deployed; more than 100 are made by `npm run keys`. */
  z.strictObject({
    scheme: z.literal("apiKey"),
    keys: z.array(Name).min(1).max(10_000),
    /** `keys`: the role of each key. */
    allowed: z.union([z.literal(false), z.strictObject({ roles: Roles, keys: z.record(Name, Name) })]),
  }),
  z.strictObject({
    scheme: z.literal("jwt"),
    issuer: z.url(),
    audience: z.string().min(1),
    /** Where the issuer publishes its keys. */
    jwks: z.url({ protocol: /^https$/ }),
    /** Claims that must have exactly this value, such as `token_use: "access"`. */
    requiredClaims: z.record(Claim, z.string()),
    /** The history names the device or person by the first of these claims that a token has. A token without any is refused. */
    nameClaims: z.array(Claim).min(1),
    /** `claim`: the one that has the role of the device or person, or a list of roles. */
    allowed: z.union([z.literal(false), z.strictObject({ roles: Roles, claim: Claim })]),
  }),
]);
