import * as settings from "site:settings";
import * as oauth from "oauth4webapi";
import { keepValue, loadValue } from "./device-storage.ts";

/** The issuer's tokens; `until` and `since` in epoch milliseconds. */
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
/** Accepts a device clock that is up to a day wrong. */
const oauthClient: oauth.Client = { client_id, [oauth.clockTolerance]: 86_400 };
const noClientSecret = oauth.None();

/** The address of this page, without its query and hash. */
const pageUrl = () => location.origin + location.pathname;

/** The values to verify the issuer's answer. They are stored while the issuer's page is open. */
type PendingSignIn = { readonly verifier: string; readonly state: string };
const pendingSignInName = `sign-in ${location.pathname}`;

const tokensOf = (answer: oauth.TokenEndpointResponse, refreshBefore?: string): Tokens => {
  const since = Date.now();
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? refreshBefore,
    since,
    // Five minutes if the issuer gives no lifetime.
    until: since + (answer.expires_in ?? 300) * 1_000,
  };
};

/** The person's name, from the claim that the service records in the history. */
const nameInToken = (access: string): string => {
  const [, payload = ""] = access.split(".");
  const base64 = payload.replace(/-/g, "+").replace(/_/g, "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  const claims = JSON.parse(new TextDecoder().decode(bytes));
  return signInSettings.nameClaims
    .map((claim) => claims[claim])
    .find((name) => typeof name === "string" && name.trim() !== "");
};

/** Opens the issuer's page, which asks for a sign-in even if a person is signed in there. */
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
 * Exchanges the code in the address for tokens, and removes it from the address.
 * @throws if this page did not start the sign-in, or if the issuer refuses the code
 */
export const finishSignIn = async (): Promise<{
  readonly name: string;
  readonly tokens: Tokens;
}> => {
  const url = new URL(location.href);
  history.replaceState(null, "", url.pathname);
  const { verifier = "", state = "" } = (await loadValue<PendingSignIn>(pendingSignInName)) ?? {};
  await keepValue(pendingSignInName, undefined);
  const callback = oauth.validateAuthResponse(authorizationServer, oauthClient, url, state);
  const response = await oauth.authorizationCodeGrantRequest(
    authorizationServer,
    oauthClient,
    noClientSecret,
    callback,
    pageUrl(),
    verifier,
  );
  const tokens = tokensOf(
    await oauth.processAuthorizationCodeResponse(authorizationServer, oauthClient, response),
  );
  return { name: nameInToken(tokens.access), tokens };
};

/** Exchanges a refresh token for new tokens; `undefined` if the issuer refuses it. @throws if the issuer does not answer */
export const requestTokens = async ({ refresh }: Tokens): Promise<Tokens | undefined> => {
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
