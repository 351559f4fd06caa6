/** Loaded only in a browser without locks, such as over http://. */
export { withLease } from "#scanner/client/lease.ts";
