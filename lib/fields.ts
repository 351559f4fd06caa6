import type { EventLabel } from "./domain/events.ts";
import type { ExtensionField } from "./extensions.ts";

/** The canonical names, used in code and store. A site gives each its name on the wire. */
export const fieldMeanings = {
  zongpai: "the reference that identifies goods, as the ERP knows it",
  location: "a shelf location code; off shelf absent, or a note where the site allows one",
  off_shelf:
    "true when goods are on no shelf; in the overview their group, oldest first, or a filter",
  cleared: "true when goods, an attachment or a box left",
  box_no: "the number of a box, as the ERP knows it",
  to_box_no: "the number of the box that goods or an attachment are moved into",
  quantity: "a positive amount within the site's range and decimals",
  category: "the code of an attachment category",
  label: "the name of an attachment category, for people",
  evidence: "the recorded state of an attachment that the evidence flip changes",
  boxed_quantity: "derived: how much of an attachment is in boxes",
  items_quantity:
    "derived: the quantity of goods, without attachments, in a box (the items shown) or in all boxes",
  configured: "whether a category is in the configuration: only then more of it can be boxed",
  configured_quantity: "how much of a category the configuration foresees",
  revision: "how often the configuration was saved; 0 before the first time",
  missing_quantity: "what is configured of a category and not in any box yet",
  ordered_quantity: "the ordered quantity of the goods, as the ERP says",
  product: "the name of the product, as the ERP says or said when the goods were last verified",
  headroom:
    "what may still be boxed before the cap; where each box has one, what one more may hold",
  registered_at: "the instant of the scan that recorded the location",
  recorded_at: "the instant at which the service recorded the write",
  items: "the goods in a box, or at a place",
  entries: "the attachments in a box, or the entries of a configuration",
  categories: "the attachment categories",
  locations: "the groups of goods by shelf location",
  boxes:
    "the boxes of a list; of goods those that hold them, then those of their attachments, which may lag by a moment",
  day: "the day on which boxes are to leave, as the ERP says",
  areas: "the areas of the warehouse, each with what is on its shelves",
  other_areas: "what is on shelves of areas that the site does not list",
  goods_count: "how many goods are on the shelves, or in a box",
  attachments_count: "how many attachments, each category of goods by itself",
  area: "the part of the warehouse that a location belongs to",
  shown: "how many entries of a group this page shows",
  more: "true when a group or list continues on a later page, or a count is too low",
  cursor: "an opaque position in the overview",
  erp_state: "whether the ERP's part of an answer is live, a copy, absent or unavailable",
  erp_as_of: "the instant at which a copy of the ERP's part was read",
  columns: "the further columns of the ERP's view that the site lists",
  added: "the categories that a configuration adds",
  removed: "the categories that a configuration removes",
  changed: "the categories whose configured quantity a configuration changes",
  events: "what happened to the goods, newest first",
  who: "the name under which a request was sent",
  routes: "the operations that the caller may call, each by its operationId",
  did: "what was done, in the site's word",
  before: "the quantity, place or configuration before, if it is known",
  refusals: "the scans that were refused, newest first",
  refused_at: "the instant at which a refused scan arrived",
  reason: "the error_code with which a scan was refused",
  message: "the sentence with which a scan was refused",
  values: "the condition of a refusal and its values, as its header has them",
  stays: "of a scan that came late: the place of a newer one, which did not change",
  blocked: "the categories that the removal guard protects, and with what",
} as const;

export type FieldName = keyof typeof fieldMeanings;

/** A field of the specification, or one that this service adds. */
export type InputField = FieldName | ExtensionField;

/** English sentences: the rules of fields without a format of their own, and other errors of a request. A site can replace them. */
export const inputSentences = {
  unknown: "is not a field of this request",
  once: "may come only once",
  missing: "is missing",
  inQuery: "belongs in the query string, not in the body",
  inBody: "belongs in the body, not in the query string",
  offShelf: "must be true or false",
  locationOrOffShelf: "must be given, or off_shelf true, but not both",
  scannedAt: "must be an instant such as 2026-11-21T09:30:00+01:00",
  scannedAtEarly: "must not lie before 1970",
  plain: "must not hold control characters or direction marks",
  scannedAtAhead: "scanned_at lies in the future: check the scanner's clock",
  idempotencyKey: "must be 16 to 64 letters, digits or hyphens",
  category: "must be the code of an attachment category",
  categoryOnce: "may name each category only once",
  entry: "must be a category, with a quantity if one is known",
  entries: "must be a list of categories, each with a quantity if one is known",
  expectedLocation: "must be a location as it was answered, or empty for no shelf",
  expectedRevision: "must be a whole number, 0 or more",
  dryRun: "must be true or false",
  otherBox: "must be another box",
  andMore: "and more",
  area: "must be the code of an area",
  day: "must be a day such as 2026-11-28",
  oneFilter: "may not come together with another filter",
  cursor: "must be the one of the page before, with the same filters",
} as const;

/** In English, what an event did; a site may say it otherwise. */
export const eventWords = {
  saved: "saved",
  corrected: "corrected",
  moved: "moved",
  transferred: "moved to another box",
  cleared: "left",
  configured: "configured",
  repaired: "repaired",
  late: "late",
} as const satisfies Readonly<Record<EventLabel, string>>;

/**
 * UTF-16 units. At three bytes each, an index key of area, location, zongpai and category stays below DynamoDB's 1,024 bytes.
 */
export const maxTextLength = 100;
