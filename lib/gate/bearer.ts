/**
 * What the gateway accepts as a bearer token: `Bearer` and the three parts of a JWT. Anything else gets 401 without a call of the
 * authorizer, so that it costs nothing. The first group is the token.
 */
export const bearer =
  /^[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9_-]+={0,2}[.][A-Za-z0-9_-]+={0,2}[.][A-Za-z0-9_-]+={0,2})$/;

/**
 * Seconds for which the gateway keeps the authorizer's result for a token. During this time the token is not checked again: if it
 * expires, or its key is withdrawn, it is accepted until they are over.
 */
export const authorizerTtl = 300;
