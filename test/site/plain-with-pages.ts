import plain from "../../sites/plain.ts";
import { demoWith } from "./demo-with.ts";

/** Plain with demo's pages: a board without moves, places of boxes, "has left", refusals and history. */
export default { ...plain, pages: demoWith({}).pages };
