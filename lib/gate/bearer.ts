/**
 * What the gateway takes for a bearer token: `Bearer` and the three parts of a JWT. Anything else is answered 401 before the
 * authorizer is called, so that nonsense costs no invocation. The first group is the token.
 */
export const bearer = /^[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9_-]+={0,2}[.][A-Za-z0-9_-]+={0,2}[.][A-Za-z0-9_-]+={0,2})$/;

/**
 * Seconds for which the gateway keeps what the authorizer said of a token. It does not look at the token again meanwhile: one that
 * expires, or whose key is withdrawn, is accepted for up to this long after.
 */
export const authorizerTtl = 300;
