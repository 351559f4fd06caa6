import * as z from "zod";

const Name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
const Claim = z.string().min(1).max(128);

/** How a scanner proves who it is. */
export const Auth = z.discriminatedUnion("scheme", [
  z.strictObject({ scheme: z.literal("none") }),
  z.strictObject({ scheme: z.literal("iam") }),
  /** One key for each name of a device or person. API Gateway makes them when the site is deployed; more than 100 are made by `npm run keys`. */
  z.strictObject({ scheme: z.literal("apiKey"), keys: z.array(Name).min(1).max(10_000) }),
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
  }),
]);
