import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

/** The issuer that a test has started, at a port that is known only then. */
const { TEST_ISSUER: issuer = "https://id.example.org" } = process.env;

/** Demo with pages whose users sign in at an issuer. */
export default defineSite({
  ...demo,
  name: "signed-in",
  auth: {
    ...{ scheme: "jwt", issuer, audience: "warehouse", jwks: `${issuer}/jwks` },
    ...{ requiredClaims: {}, nameClaims: ["person"], allowed: false },
    signIn: {
      ...{ client: "pages", scope: "openid", parameters: { resource: "urn:warehouse" } },
      ...{ authorize: `${issuer}/auth`, token: `${issuer}/token` },
    },
  },
});
