import type { LogCode } from "./log.ts";

/** What each code of the log means, for docs/operations.md. */
export const logMeanings: Readonly<Record<LogCode, string>> = {
  started: "a function has started; `node` is its version of Node, which decides how fast it signs",
  requestFailed: "a request failed because of a fault in the service (usually a 500)",
  refused: "a refusal (4xx); `condition` says why",
  erpLookupFailed: "a look-up in the ERP failed; `reason` says why",
  erpRowInvalid:
    "an ERP row has a value that the site profile does not allow, or a key has rows that differ",
  erpGivenUp:
    "several look-ups in a row failed, so the service stopped sending them to the ERP for a while",
  erpBack: "the ERP answers again",
  erpPasswordNotRead:
    "the secret with the ERP's password could not be read, or lacks the field that the site profile names",
  erpPasswordChanged:
    "the ERP refused the password; the service now uses the newer one from the secret",
  tokenRefused: "a token is not valid for this service; `reason` says why",
  keysNotFetched:
    "the token issuer's keys could not be fetched, so tokens that need them are not accepted",
  keysNotRenewed:
    "the token issuer's keys could not be renewed, so the service keeps using the old ones",
  erpCopyNotKept:
    "the stored copy of an ERP row could not be updated; the answer to the caller was not affected",
};
