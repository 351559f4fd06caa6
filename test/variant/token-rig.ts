import { tokenAuthorizer } from "#lib/gate/token-authorizer.ts";
import { roleAddresses } from "#lib/routes.ts";
import { startIssuer, tokenOf } from "../support/issuer.ts";
import { site } from "../support/site.ts";
import { startGateway } from "./auth-rig.ts";

/** The gateway of a site with tokens, and their issuer. */
export const startTokenGateway = async () => {
  const issuer = await startIssuer();
  process.env.TEST_JWKS = issuer.url;
  const authorizer = tokenAuthorizer(site.auth, roleAddresses(site));
  const judged = { times: 0 };
  const gateway = await startGateway({
    authorizerOf: async () => (event, context) => {
      judged.times += 1;
      return authorizer(event, context);
    },
  });
  const claims = {
    ...{ iss: "https://id.example.org", aud: "warehouse", token_use: "access" },
    exp: Math.floor(Date.now() / 1_000) + 3_600,
    device: "scanner-7",
  };
  return {
    issuer,
    gateway,
    claims,
    /** How often the authorizer was asked. */
    judged,
    token: (others: object, header: object = {}, pair = issuer.pair) =>
      tokenOf(pair, { ...others }, { ...header }),
    stop: () => Promise.all([gateway.stop(), issuer.stop()]),
  };
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
