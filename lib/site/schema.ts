import * as z from "zod";
import { type Deed, deeds } from "../domain/history.ts";
import { extensionFields, type FieldName, fields } from "../fields.ts";
import { type RouteId, routeIds } from "../route-ids.ts";
import { ask } from "./ask.ts";
import { Attachment } from "./attachment.ts";
import { Auth } from "./auth.ts";
import { Deployment } from "./deployment.ts";
import { ErrorAnswers } from "./error-answers.ts";
import { Erp, Formats, Location } from "./formats.ts";
import { Origin, Pages } from "./pages.ts";
import { Path, segments } from "./path.ts";
import { Scan } from "./scan.ts";

/** The address of a read that the specification does not have; `false` where a site does not want it. */
const Extension = z.union([z.literal(false), Path]);
const WireName = z.string().regex(/^[^\p{Cc}\p{Cs}\s]{1,64}$/u);
const HeaderName = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/);
const Sentence = z.string().min(1).max(200);
const SuccessStatus = z.int().refine((status) => status >= 200 && status < 300 && ![204, 205, 206].includes(status), {
  error: "must be 2xx other than 204 and 205, which have no body, for an answer says what was recorded, and 206, which is a part of one",
});

const fieldNames = Object.fromEntries(Object.keys(fields).map((name) => [name, WireName])) as Record<FieldName, typeof WireName>;

const successes = Object.fromEntries(routeIds.map((id) => [id, SuccessStatus])) as Record<RouteId, typeof SuccessStatus>;

/**
 * The form that a warehouse fills in when it adopts the service: every point that the specification leaves open,
 * each with its question. Nothing here has a default; an answer that is missing does not compile and does not load.
 */
export const Site = z.strictObject({
  name: ask("§9", "What is this deployment called in resource names and logs?", z.string().regex(/^[a-z][a-z0-9-]{0,23}$/)),
  basePath: ask("§9", "Does the URL path carry a prefix, such as a version?", z.string().regex(/^(\/[A-Za-z0-9_-]+)*$/, segments)),
  routes: z.strictObject({
    history: ask(
      "§4",
      "On which path is the history of goods told, if at all (with it each write costs one unit more)?",
      z.union([z.literal(false), Path]),
    ),
    refusals: ask(
      "§4",
      "On which path are the last day's refused scans listed, if at all (with it each refusal that is kept costs one unit more)?",
      z.union([z.literal(false), Path]),
    ),
    counts: ask("§4", "On which path is it told how much is in each area, if at all?", z.union([z.literal(false), Path])),
    overview: ask("§4", "On which path is the location overview (paicha)?", Path),
    editBox: ask(
      "§4",
      "With which method and on which path is a saved assignment edited?",
      z.strictObject({ method: z.enum(["PATCH", "PUT", "POST"]), path: Path }),
    ),
    deleteBox: ask(
      "§4",
      "With which method and on which path is a saved assignment deleted, if at all?",
      z.union([z.literal(false), z.strictObject({ method: z.enum(["DELETE", "POST"]), path: Path })]),
    ),
    goodsStatus: ask("§4", "On which path is all about one zongpai in one answer, if at all (an extension)?", Extension),
    boxStatus: ask("§4", "On which path are the attachments that a box still misses, if at all (an extension)?", Extension),
    move: ask(
      "§4",
      "With which method and on which path are goods or attachments moved from one box into another, if at all?",
      z.union([z.literal(false), z.strictObject({ method: z.enum(["POST", "PUT", "PATCH"]), path: Path })]),
    ),
    deleteFields: ask("§4", "Where do deletions take their fields from?", z.enum(["query", "body"])),
  }),
  fields: ask("§2", "What is each field called on the wire?", z.strictObject(fieldNames)),
  extensions: z.strictObject({
    idempotencyKey: ask(
      "§4",
      "What names one scan, so that sending it again changes nothing: a header, the request fields that together name it (and for how many seconds a refusal then stands), or nothing?",
      z.union([
        z.literal(false),
        z.strictObject({ header: HeaderName }),
        z.strictObject({
          fields: z.array(z.enum([...Object.keys(fields), ...Object.keys(extensionFields)] as [string, ...string[]])).min(1),
          /** Seconds for which a refusal answers every request with the same fields, because a worker cannot give the scan a new key. */
          refusalStands: z.int().min(10).max(86_400),
        }),
      ]),
    ),
    replayed: ask("§4", "Which response header marks an answer that was given before, if any?", z.union([z.literal(false), HeaderName])),
    scannedAt: ask("§2", "Which field carries the instant of the scan, if any?", z.union([z.literal(false), WireName])),
    expectedQuantity: ask(
      "§2",
      "Which field carries the quantity that the caller believes is recorded, if any?",
      z.union([z.literal(false), WireName]),
    ),
    dryRun: ask("§4", "Which query parameter asks what a write would do, if any?", z.union([z.literal(false), WireName])),
  }),
  accepts: ask(
    "§7",
    "Which sentences say what a field without a format of its own must be?",
    z.strictObject({
      unknown: Sentence,
      once: Sentence,
      missing: Sentence,
      inQuery: Sentence,
      inBody: Sentence,
      offShelf: Sentence,
      locationOrOffShelf: Sentence,
      scannedAt: Sentence,
      scannedAtAhead: Sentence,
      idempotencyKey: Sentence,
      category: Sentence,
      categoryOnce: Sentence,
      entries: Sentence,
      dryRun: Sentence,
      otherBox: Sentence,
      andMore: Sentence,
      area: Sentence,
      oneFilter: Sentence,
      cursor: Sentence,
    }),
  ),
  formats: Formats,
  location: Location,
  scan: Scan,
  overview: z.strictObject({ pageSize: ask("§8", "How many entries does a page of the overview show?", z.int().min(1).max(200)) }),
  box: z.strictObject({
    beyondOrdered: ask(
      "§4",
      "May goods be boxed beyond the quantity that the ERP says was ordered (after a change, `npm run audit -- --repair --yes` comes before traffic)?",
      z.enum(["allow", "refuse"]),
    ),
    pageSize: ask("§8", "How many items of a box does one answer show, before it goes on with a cursor?", z.int().min(50).max(10_000)),
    unknownBox: ask("§4", "May goods be saved into a box that the ERP does not know?", z.enum(["accept", "refuse"])),
  }),
  errors: ErrorAnswers,
  success: ask("§7", "Which HTTP status tells that each endpoint succeeded?", z.strictObject(successes)),
  auth: ask("§5", "How does a scanner prove who it is?", Auth),
  erp: Erp,
  attachment: Attachment,
  limits: z.strictObject({
    bodyBytes: ask("§8", "How many bytes may a request body have?", z.int().min(256).max(262_144)),
  }),
  history: z.strictObject({
    did: ask(
      "§4",
      "Which words say what was done: an item saved or corrected, goods moved, a scan that came late and moved nothing, a configuration, a repair?",
      z.strictObject(Object.fromEntries(deeds.map((deed) => [deed, Sentence])) as Record<Deed, typeof Sentence>),
    ),
    keepFor: ask(
      "§8",
      "For how many days is an operation kept, which is history and receipt at once, if not for ever (a request that is sent again later would count again)?",
      z.union([z.literal(false), z.int().min(30).max(3_650)]),
    ),
  }),
  deployment: Deployment,
  docs: z.strictObject({
    deployed: ask(
      "§4",
      "On which path is the page that describes the API deployed with the service, for anybody to read, if at all?",
      z.union([z.literal(false), z.strictObject({ path: Path })]),
    ),
  }),
  pages: Pages,
  origin: Origin,
});

export type Site = z.infer<typeof Site>;
