/** Where the specification could be read in more than one way, the way that was chosen, so that a site can object. */
export const readings: readonly (readonly [section: string, reading: string])[] = [
  ["§2", "A zongpai reference identifies goods; whether it exists is looked up in a view of the ERP, as box information is."],
  ["§2", "A box item is one zongpai in one box: the same zongpai again in the same box is the duplicate that is rejected."],
  ["§1", "The many-to-one relation that a save appends to is that of items to their box: many items, one box."],
  ["§1", "The accessory items are the attachments: the accessory route group is the attachment module with its own handlers."],
  [
    "§4",
    "The product has an edit and a deletion of its own, for the attachment operations mirror them; a site names their paths, or serves no deletion.",
  ],
  ["§2", "Configuration, status and location are those of one zongpai: each request names one."],
  ["§2", "All goods of a zongpai are at one place, as a whole, and so is each category of its attachments: a location has no quantity."],
  ["§2", "An attachment is one category of one zongpai; an attachment box entry is one of these in one box."],
  [
    "§2",
    "The status shows each category that is configured, boxed or located: what is boxed is told also where no guard kept its configuration.",
  ],
  [
    "§2",
    "The quantity of a box's items counts goods alone: what the ERP says of a box is of goods, and attachments have units of their own. It has a name of its own, for the boxed quantity of the status is an attachment's.",
  ],
  [
    "§2",
    "A category that the site gave up is retired by taking it from the list: from then on nothing of it is added; what is stored is shown under its code, may become less and be taken out; its configuration goes with the next one of its goods, and the guard does not protect it.",
  ],
  ["§1", "The views of boxes and of zongpais each have a column for the quantity, also where a site refuses nothing by it."],
  ["§2", "What is known of goods is judged before the ERP is asked: at a cap, goods that it does not know are told as beyond the cap."],
  ["§2", "Locations and configurations are taken without asking the ERP; the status of goods that nobody knows is an empty one."],
  [
    "§2",
    "On the wire a zongpai, a box number, a location and a category are text, a quantity is a JSON number, an instant ISO 8601 with an offset; requests and answers are objects, lists stand under one key.",
  ],
  ["§4", "There is one boxing mode, so no request names one."],
  ["§4", "Fields come in the query string or in a JSON body, never in the path; a field in the other place, or in both, is refused."],
  [
    "§5",
    "An API key comes in the header `x-api-key`, a token in `Authorization` after `Bearer`, a signature of IAM in `Authorization`: these headers are API Gateway's.",
  ],
  ["§7", "Where several fields are invalid, the code is that of the first in the order of the request's schema."],
  [
    "§7",
    "A status says what a scanner's queue does, so not every status may answer every condition: each answer that is stricter than HTTP is refused with its reason.",
  ],
  ["§9", "The first endpoint, `POST /trace/location`, is a module of the group `v1` of its own, beside location, box and attachment."],
];

/** Points that the specification leaves open and that need no answer, for nothing is built on them. */
export const notServed: readonly (readonly [section: string, point: string])[] = [
  ["§6", "Events, webhooks and notifications: none is sent."],
  ["§8", "Rate limits within the service: the gateway alone throttles."],
  ["§9", "A deprecation and compatibility policy: none is promised."],
  ["§4", "Accessory routes beyond `/attachment/*`: their methods and paths are not shown, so none is served."],
];
