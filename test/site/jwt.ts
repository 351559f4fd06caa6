import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** Demo with tokens, whose issuer's keys are where a test says. */
export default defineSite({
  ...demo,
  pages: false,
  auth: {
    scheme: "jwt",
    issuer: "https://id.example.org",
    audience: "warehouse",
    // A test knows its port only when it runs.
    get jwks() {
      return process.env.TEST_JWKS ?? "https://id.example.org/.well-known/jwks.json";
    },
    requiredClaims: { token_use: "access" },
    nameClaims: ["device", "sub"],
  },
});
