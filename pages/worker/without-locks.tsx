/** Loaded only where the browser has no locks, which is on http://. */
export { withLease } from "#scanner/client/lease.ts";
