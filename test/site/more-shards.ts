import { demoWith } from "./changed.ts";

/** Demo with other shards, which demo's functions do not read. */
export default demoWith({ "location.shards": { write: 8, read: [8] } });
