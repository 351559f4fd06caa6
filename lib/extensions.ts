import type { RouteId } from "./route-ids.ts";

/*
 * What this service adds to the specification, each written down once. It is only data, so that any bundle can import it. From it come the
 * questions, the names on the wire, the served routes, the conventions, and the purposes that `npm run site:check` prints.
 */

/** The site's question about one addition, and what the addition is for. */
type Extension = {
  /** Explains the answer in docs/open-points.md. */
  readonly note?: string;
  /** For `npm run site:check`: what a site without it lacks. */
  readonly purpose: string;
  /** The fields of answers that exist only with it, by their canonical names (`lib/fields.ts`). */
  readonly answers?: readonly string[];
};

type RouteRow = Extension & {
  /** The endpoint; `undefined` for an address that needs none. */
  readonly id?: RouteId;
  /** The usual address: a path, or for a write its method, too. */
  readonly usual: string | { readonly method: string; readonly path: string };
  /** The methods of a write that a site can choose. */
  readonly methods?: readonly [string, ...string[]];
};

const writeMethods = ["POST", "PUT", "PATCH"] as const;

/** The routes, by their name in `routes` of a profile. A site gives each an address, or `false`. */
export const extensionRoutes = {
  history: {
    id: "get-history",
    usual: "/trace/history",
    note: "what happened to goods; each write costs one unit more",
    purpose: "the history of goods, with names",
  },
  refusals: {
    id: "get-refusals",
    usual: "/trace/refusals",
    note: "the refused scans of the last day; each stored refusal costs one unit more",
    purpose: "the refused scans of the last day",
  },
  counts: {
    id: "get-counts",
    usual: "/location/counts",
    note: "the number of goods in each area",
    purpose: "the number of goods in each area",
  },
  goodsStatus: {
    id: "get-goods-status",
    usual: "/trace/status",
    note: "all about one zongpai",
    purpose: "all about one zongpai",
  },
  boxStatus: {
    id: "get-box-status",
    usual: "/box/status",
    note: "the attachments that are still missing in a box",
    purpose: "attachments that are missing in a box",
  },
  boxes: {
    id: "get-boxes",
    usual: "/box/list",
    note: "the boxes of a day by the ERP's column (`erp.boxes.day`), or those with a place; each box of a page costs a read",
    purpose: "the boxes of a day, with what is missing",
  },
  move: {
    id: "move-item",
    usual: { method: "POST", path: "/box/move" },
    methods: writeMethods,
    note: "moves a quantity from one box into another",
    purpose: "moves goods from one box into another",
  },
  boxLocation: {
    id: "post-box-location",
    usual: { method: "POST", path: "/box/location" },
    methods: writeMethods,
    note: "registers where a box is; its goods keep their own places",
    purpose: "registers where a box is",
  },
  clear: {
    id: "clear-place",
    usual: { method: "POST", path: "/trace/clear" },
    methods: writeMethods,
    note: "takes goods that have left off the map",
    purpose: "clears the place of goods that left",
    answers: ["cleared"],
  },
  clearBox: {
    id: "clear-box",
    usual: { method: "POST", path: "/box/clear" },
    methods: writeMethods,
    note: "takes a box that has left off the map; its goods keep their own places",
    purpose: "clears the place of a box that left",
    answers: ["cleared"],
  },
  health: {
    usual: "/health",
    note: "the version of the service, without credentials",
    purpose: "for outside checks",
  },
} as const satisfies Readonly<Record<string, RouteRow>>;

/** The question of an answer below `extensions` in a profile: the name of a header or field, or `false`. */
type NamedExtension = Extension & {
  readonly section: `§${number}`;
  readonly question: `${string}?`;
};

type HeaderRow = NamedExtension & { readonly usual: string };

/** The headers, by their name in `extensions` of a profile. */
export const extensionHeaders = {
  idempotencyKey: {
    usual: "Idempotency-Key",
    section: "§4",
    question:
      "Which header has the idempotency key of a scan, with which sending it again changes nothing, if any?",
    purpose: "makes a request safe to send again",
  },
  replayed: {
    usual: "Idempotency-Replayed",
    section: "§4",
    question: "Which header marks a repeated answer, if any?",
    purpose: "marks a repeated answer",
  },
  refusalValues: {
    usual: "Refusal-Values",
    section: "§7",
    question: "Which header of a refusal has its condition and values for programs, if any?",
    note: "a Dictionary of RFC 9651; in the list of refusals each has it as `fields.values`. With it, the pages show refusals in the worker's language",
    purpose: "values of a refusal, for programs",
    answers: ["values"],
  },
} as const satisfies Readonly<Record<string, HeaderRow>>;

type FieldRow = NamedExtension & {
  /** Its name in `extensions` of a profile. */
  readonly answer: string;
  /** Describes its value, in the API's description. */
  readonly meaning: string;
  /** Whether requests have it, answers, or both. */
  readonly in: "request" | "answer" | "both";
};

/** The fields, by their canonical name, which is also the usual name on the wire. */
export const extensionFields = {
  scanned_at: {
    answer: "scannedAt",
    in: "request",
    meaning:
      "the instant of the scan, RFC 3339, not before 1970; absent, or ahead of the arrival, means the arrival",
    section: "§2",
    question: "Which field has the instant of the scan, if any?",
    purpose: "the instant of a scan sent later",
  },
  expected_quantity: {
    answer: "expectedQuantity",
    in: "request",
    meaning: "the quantity that the caller believes is recorded; a stale one is refused",
    section: "§2",
    question: "Which field has the quantity that the caller expects to be recorded, if any?",
    purpose: "refuses a stale correction",
  },
  expected_location: {
    answer: "expectedLocation",
    in: "request",
    meaning: "the location that the caller has read, empty for no shelf; a stale one is refused",
    section: "§4",
    question: "Which field has the location that the caller has read, if any?",
    note: "for a registration or clearing of what may be elsewhere now; empty means on no shelf",
    purpose: "refuses to move what was moved meanwhile",
  },
  expected_revision: {
    answer: "expectedRevision",
    in: "request",
    meaning: "the revision of the configuration that the caller has read; a stale one is refused",
    section: "§4",
    question: "Which field has the revision of the configuration that the caller has read, if any?",
    note: "the status has it as `fields.revision`; `false` leaves out both",
    purpose: "refuses a stale configuration",
    answers: ["revision"],
  },
  dry_run: {
    answer: "dryRun",
    in: "request",
    meaning: "true asks what a write would do, and writes nothing",
    section: "§4",
    question: "Which query parameter makes a write a dry run, if any?",
    purpose: "a dry run of a write",
  },
} as const satisfies Readonly<Record<string, FieldRow>>;

export type ExtensionField = keyof typeof extensionFields;
