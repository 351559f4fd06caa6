import { demoWith } from "./demo-with.ts";

/** Demo with changes sent to a queue. */
export default demoWith({ changes: { to: "queue", who: false } });
