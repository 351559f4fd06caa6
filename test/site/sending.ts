import { demoWith } from "./changed.ts";

/** Demo with changes sent to a queue. */
export default demoWith({ changes: { to: "queue", who: false } });
