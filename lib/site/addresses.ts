import * as z from "zod";
import { ask, orFalse } from "./ask.ts";
import { Path } from "./path.ts";

/** The address of a read that the specification does not have; `false` where a site does not want it. */
const Extension = orFalse(Path);

/** Of an operation whose address the specification leaves open. */
const chosen = <Method extends string>(...methods: readonly Method[]) =>
  z.strictObject({ method: z.enum(methods), path: Path });

export const Routes = z.strictObject({
  history: ask(
    "§4",
    "On which path is the history of goods told, if at all (with it each write costs one unit more)?",
    Extension,
    "clients",
    false,
  ),
  refusals: ask(
    "§4",
    "On which path are the last day's refused scans listed, if at all (with it each refusal that is kept costs one unit more)?",
    Extension,
    "clients",
    false,
  ),
  counts: ask(
    "§4",
    "On which path is it told how much is in each area, if at all?",
    Extension,
    "clients",
    false,
  ),
  overview: ask("§4", "On which path is the location overview (paicha)?", Path, "clients"),
  editBox: ask(
    "§4",
    "With which method and on which path is a saved assignment edited?",
    chosen("PATCH", "PUT", "POST"),
    "clients",
  ),
  deleteBox: ask(
    "§4",
    "With which method and on which path is a saved assignment deleted, if at all?",
    orFalse(chosen("DELETE", "POST")),
    "clients",
    false,
  ),
  goodsStatus: ask(
    "§4",
    "On which path is all about one zongpai in one answer, if at all (an extension)?",
    Extension,
    "clients",
    false,
  ),
  boxStatus: ask(
    "§4",
    "On which path are the attachments that a box still misses, if at all (an extension)?",
    Extension,
    "clients",
    false,
  ),
  move: ask(
    "§4",
    "With which method and on which path are goods or attachments moved from one box into another, if at all?",
    orFalse(chosen("POST", "PUT", "PATCH")),
    "clients",
    false,
  ),
  clear: ask(
    "§4",
    "With which method and on which path are goods or attachments that left taken off the map, if at all?",
    orFalse(chosen("POST", "PUT", "PATCH")),
    "clients",
    false,
  ),
  deleteFields: ask(
    "§4",
    "Where do deletions take their fields from?",
    z.enum(["query", "body"]),
    "clients",
  ),
});
