import { defineSite } from "#lib/site/define-site.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";

type JwtAuth = Extract<Site["auth"], { scheme: "jwt" }>;

/** Demo with tokens. A test sets the address of the issuer's keys. */
export const withTokens = (
  allowed: JwtAuth["allowed"],
  { pages, signIn }: { pages: Site["pages"]; signIn: JwtAuth["signIn"] } = {
    pages: false,
    signIn: false,
  },
) =>
  defineSite({
    ...demo,
    pages,
    auth: {
      scheme: "jwt",
      issuer: "https://id.example.org",
      audience: "warehouse",
      // A test learns its port only when it runs.
      get jwks() {
        return process.env.TEST_JWKS ?? "https://id.example.org/.well-known/jwks.json";
      },
      requiredClaims: { token_use: "access" },
      nameClaims: ["device", "sub"],
      allowed,
      signIn,
    },
  });

export default withTokens(false);
