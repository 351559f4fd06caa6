/** The header that the gateway passes to the authorizer: `Bearer` and a JWT, the first group. Any other gets 401. */
export const bearerPattern =
  /^[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9_-]+={0,2}[.][A-Za-z0-9_-]+={0,2}[.][A-Za-z0-9_-]+={0,2})$/;

/** For so long the gateway keeps the authorizer's result: a token that expires, or whose key is withdrawn, is accepted until then. */
export const authorizerTtlSeconds = 300;
