import * as z from "zod";
import { type RouteId, routeIds } from "../endpoints/ids.ts";
import { ask, choice, noted, orFalse, said, text } from "./ask.ts";

const Name = text(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  'up to 64 letters, digits, hyphens or underscores, such as "handheld-01"',
);
const Claim = z.string().min(1).max(128);
const Https = (says: string) => said(z.url({ protocol: /^https$/ }), says);

const Route = said(z.enum(routeIds), 'the name of a function, such as "post-box"');
const Roles = noted(z.record(Name, z.array(Route).min(1)), "what each role may call");

/** One question for every scheme, each of which knows roles in its own way. */
const allowed = <Type extends z.ZodType>(type: Type, ...examples: z.input<Type>[]) =>
  ask(
    "§5",
    "Which roles are there, and what may each call, if not everybody everything?",
    type,
    "clients",
    ...examples,
  );

const roles: Record<string, RouteId[]> = {
  scan: ["post-trace-location", "post-box"],
  look: ["get-box-info"],
};

/** How a scanner proves who it is; and in `allowed` what each role may call, or `false` if everybody may call everything. */
export const Auth = z.discriminatedUnion("scheme", [
  noted(z.strictObject({ scheme: z.literal("none") }), "nobody proves anything; only for a laptop"),
  noted(
    z.strictObject({
      scheme: z.literal("iam"),
      allowed: allowed(
        orFalse(
          noted(
            z.strictObject({ roles: Roles }),
            "with iam: the stack makes a policy for each role to attach",
          ),
        ),
        {
          roles,
        },
      ),
    }),
    "AWS credentials sign each request",
  ),
  noted(
    z.strictObject({
      scheme: z.literal("apiKey"),
      keys: z.array(Name).min(1).max(10_000),
      keysIn: ask(
        "§5",
        "Where is the key of each name: in the stack, or imported beside it?",
        choice({
          stack:
            "the deployment makes a key for each name and deletes it with the name: up to some 100",
          import: "`npm run keys` makes them for you to import, in any number",
        }),
        "keys",
        "import",
      ),
      allowed: allowed(
        orFalse(
          noted(
            z.strictObject({ roles: Roles, keys: z.record(Name, Name) }),
            "with apiKey: the role of each key",
          ),
        ),
        {
          roles,
          keys: { "handheld-01": "scan", "desk-01": "look" },
        },
      ),
    }),
    "one key for each of these devices or persons; API Gateway has room for 10,000",
  ),
  noted(
    z.strictObject({
      scheme: z.literal("jwt"),
      issuer: said(
        z.url(),
        'the address in the token\'s claim iss, such as "https://id.example.org"',
      ),
      audience: z.string().min(1),
      jwks: Https('the https address of the issuer\'s keys, such as "https://id.example.org/keys"'),
      requiredClaims: noted(
        z.record(Claim, z.string()),
        'claims with the one value that is let in, such as token_use: "access"',
      ),
      nameClaims: noted(
        z.array(Claim).min(1),
        "the history names the caller by the first of these that a token has; without any it is refused",
      ),
      allowed: allowed(
        orFalse(
          noted(
            z.strictObject({ roles: Roles, claim: Claim }),
            "with jwt: the claim that has the caller's role, or a list of roles",
          ),
        ),
        { roles, claim: "role" },
      ),
    }),
    "a token of your identity provider",
  ),
]);
