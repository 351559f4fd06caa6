import Provider from "oidc-provider";
import { startTlsServer } from "../../../test/support/tls-server.ts";

/**
 * A real issuer on loopback over TLS. Its sign-in page accepts any password. It uses codes with PKCE and refresh tokens that are valid
 * once. This process trusts its certificate.
 */
export const startIssuer = async () => {
  const issuer = {
    /** Addresses of the pages, to which it may redirect. */
    pages: (): string[] => [],
    /** Seconds until an access token expires. */
    seconds: 3_600,
    /** The grant types of the issued tokens, in order. */
    granted: [] as string[],
    /** Revokes all grants. */
    withdraw: async () => {
      for (const id of grants.splice(0)) await (await provider?.Grant.find(id))?.destroy();
    },
  };
  const grants: string[] = [];
  let provider: Provider | undefined;
  const resource = {
    scope: "",
    audience: "warehouse",
    accessTokenFormat: "jwt",
    get accessTokenTTL() {
      return issuer.seconds;
    },
  };
  const open = () => {
    const opened: Provider = new Provider(url, {
      clients: [
        {
          ...{ client_id: "pages", token_endpoint_auth_method: "none" },
          ...{ redirect_uris: issuer.pages() },
          grant_types: ["authorization_code", "refresh_token"],
        },
      ],
      cookies: { keys: ["test"] },
      clientBasedCORS: () => true,
      issueRefreshToken: () => true,
      extraTokenClaims: (_: object, { accountId }: { accountId: string }) => ({
        person: accountId,
      }),
      features: {
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => resource,
          useGrantedResource: () => true,
        },
      },
      /** Grants the pages' scopes without a consent screen. */
      loadExistingGrant: async ({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) => {
        const grant = new opened.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope("openid");
        grant.addResourceScope("urn:warehouse", "");
        grants.push(await grant.save());
        return grant;
      },
    });
    opened.on("grant.success", ({ oidc }) => issuer.granted.push(oidc.params.grant_type));
    return opened;
  };
  const { url, stop } = await startTlsServer((request, response) => {
    provider ??= open();
    provider.callback()(request, response);
  });
  return Object.assign(issuer, { url, stop });
};
