import * as settings from "site:settings";
import * as oauth from "oauth4webapi";
import { keepValue, loadValue } from "./device-storage.ts";

/** What the issuer has given: `until` and `since` in epoch milliseconds. */
export type Tokens = {
  readonly access: string;
  readonly refresh?: string | undefined;
  readonly since: number;
  readonly until: number;
};

const { issuer, authorize, token, client: client_id, scope, ...signInSettings } = settings.signIn;

const authorizationServer: oauth.AuthorizationServer = {
  issuer,
  authorization_endpoint: authorize,
  token_endpoint: token,
};
/** A device's clock may be a day off. */
const oauthClient: oauth.Client = { client_id, [oauth.clockTolerance]: 86_400 };
const noClientSecret = oauth.None();

/** The page itself, without what is behind its path. */
const pageUrl = () => location.origin + location.pathname;
/** What this page must know when the issuer's page leads back to it. */
type PendingSignIn = { readonly verifier: string; readonly state: string };
const pendingSignInName = `sign-in ${location.pathname}`;

const tokensOf = (answer: oauth.TokenEndpointResponse, before?: string): Tokens => {
  const since = Date.now();
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? before,
    since,
    // Five minutes where the issuer does not say how long it is good.
    until: since + (answer.expires_in ?? 300) * 1_000,
  };
};

/** The name that the history will have. */
const nameInToken = (access: string): string => {
  const [, part = ""] = access.split(".");
  const bytes = Uint8Array.from(
    atob(part.replace(/-/g, "+").replace(/_/g, "/")),
    (character) => character.codePointAt(0) ?? 0,
  );
  const claims = JSON.parse(new TextDecoder().decode(bytes));
  return signInSettings.nameClaims
    .map((name) => claims[name])
    .find((name) => typeof name === "string" && name.trim() !== "");
};

/** Leads to the issuer's page, which asks who is there, whoever was before. */
export const redirectToIssuer = async (): Promise<void> => {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  await keepValue(pendingSignInName, { verifier, state });
  const query = new URLSearchParams({
    prompt: "login",
    ...signInSettings.parameters,
    response_type: "code",
    client_id,
    scope,
    redirect_uri: pageUrl(),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  location.assign(`${authorize}?${query}`);
};

/**
 * Takes what the issuer's page has written into the address, and out of it.
 * @throws if it was not asked for, or the issuer does not take it
 */
export const finishSignIn = async (): Promise<{
  readonly name: string;
  readonly tokens: Tokens;
}> => {
  const url = new URL(location.href);
  history.replaceState(null, "", url.pathname);
  const { verifier = "", state = "" } = (await loadValue<PendingSignIn>(pendingSignInName)) ?? {};
  await keepValue(pendingSignInName, undefined);
  const found = oauth.validateAuthResponse(authorizationServer, oauthClient, url, state);
  const response = await oauth.authorizationCodeGrantRequest(
    authorizationServer,
    oauthClient,
    noClientSecret,
    found,
    pageUrl(),
    verifier,
  );
  const tokens = tokensOf(
    await oauth.processAuthorizationCodeResponse(authorizationServer, oauthClient, response),
  );
  return { name: nameInToken(tokens.access), tokens };
};

/** Gets others in the place of old ones; `undefined` if the issuer gives none. @throws if nobody answers */
export const renewedTokens = async ({ refresh }: Tokens): Promise<Tokens | undefined> => {
  if (refresh === undefined) return undefined;
  try {
    const response = await oauth.refreshTokenGrantRequest(
      authorizationServer,
      oauthClient,
      noClientSecret,
      refresh,
    );
    return tokensOf(
      await oauth.processRefreshTokenResponse(authorizationServer, oauthClient, response),
      refresh,
    );
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.status < 500) return undefined;
    throw error;
  }
};
