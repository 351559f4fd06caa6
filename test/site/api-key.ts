import { demoWith } from "./demo-with.ts";

/** Demo with a key for each scanner. */
export default demoWith({ "auth.keys": ["scanner-1", "scanner-2"] });
