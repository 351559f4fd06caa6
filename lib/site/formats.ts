import * as z from "zod";
import { longestText } from "../domain/value.ts";
import { ask } from "./ask.ts";

/** Of the index. */
const mostShards = 64;

/** What the service accepts in one text field, and the sentence that a refused worker reads. */
const TextFormat = z.strictObject({
  pattern: z.instanceof(RegExp),
  /** Ends the sentence "<field> must be …". */
  accepts: z.string().min(1),
  example: z.string().min(1),
});

const QuantityFormat = z.strictObject({
  least: z.number().positive(),
  most: z.number().positive(),
  decimals: z.int().min(0).max(6),
  accepts: z.string().min(1),
});

export const Formats = z.strictObject({
  zongpai: ask("§2", "What does a zongpai look like?", TextFormat),
  boxNo: ask("§2", "What does a box number look like?", TextFormat),
  location: ask("§2", "What does a shelf location code look like?", TextFormat),
  quantity: ask("§2", "Which quantities may be boxed, and with how many decimals?", QuantityFormat),
});

const Seconds = z
  .int()
  .positive()
  .max(10 * 365 * 86_400);

const ShardCount = z.int().min(1).max(mostShards);

export const Location = z.strictObject({
  area: ask("§4", "Which part of a location code names its area (the first group of this pattern)?", z.instanceof(RegExp)),
  offShelfNote: ask(
    "§1",
    "May goods off the shelf carry a free note in place of a location, and how long?",
    z.union([z.literal(false), z.strictObject({ maxLength: z.int().min(1).max(longestText), accepts: z.string().min(1) })]),
  ),
  unknownGoods: ask(
    "§4",
    "May a location be registered for goods that the ERP does not know (`accept`: it is never asked; `refuse`: it is asked, as with a save; while it cannot be asked, they are registered)?",
    z.enum(["accept", "refuse"]),
  ),
  maxClockAhead: ask("§2", "How many seconds may a scanner's clock be ahead?", Seconds.or(z.literal(0))),
  shards: ask(
    "§8",
    "How many moves a second does the warehouse see, divided by 1,000 and rounded up (`write`), and which such numbers may rows have been written with (`read`: docs/change-a-site.md)?",
    z.strictObject({ write: ShardCount, read: z.array(ShardCount).min(1).max(4) }),
  ),
});

const Identifier = z.string().min(1).max(128);

/** Where the password is: in an environment variable (not on AWS), or in a secret of Secrets Manager, in this field of its JSON. */
const Password = z.union([
  z.strictObject({ environment: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/) }),
  z.strictObject({ secret: z.string().regex(/^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+$/), field: Identifier }),
]);

/** The id of a resource in EC2: an old one has 8 digits, a new one 17. */
const id = (kind: string) => new RegExp(`^${kind}-(?:[0-9a-f]{8}|[0-9a-f]{17})$`);

/** The network in which the server can be reached; the functions that ask the ERP are attached to it. */
const Network = z.strictObject({
  vpc: z.string().regex(id("vpc")),
  subnets: z.array(z.string().regex(id("subnet"))).min(1),
  securityGroup: z.string().regex(id("sg")),
});

/** Where a database server is. The password itself must not be in the profile. */
const Server = z.strictObject({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535),
  database: Identifier,
  user: Identifier,
  /** `unverified` encrypts, but does not check which server answers. */
  tls: z.enum(["off", "unverified", "verified"]),
  password: Password,
  /**
   * How many connections this service may have at once; `false` if the server has plenty. At least one for each function that asks:
   * `erp-rules.ts`.
   */
  connections: z.union([z.literal(false), z.int().min(1).max(1_000)]),
  network: z.union([z.literal(false), Network]),
});

export const Erp = z.strictObject({
  dialect: ask("§1", "Which SQL database holds the ERP's views?", z.enum(["sqlite", "postgresql", "mysql", "mssql"])),
  connection: ask(
    "§1",
    "Where is that server, if it is not a file (`false`), as whom is it asked, is TLS used, where is the password, how many connections may be held, and in which network is it?",
    z.union([z.literal(false), Server]),
  ),
  boxes: ask(
    "§1",
    "Which view tells of boxes, and what are its columns called?",
    z.strictObject({
      relation: Identifier,
      boxNo: Identifier,
      quantity: Identifier,
      /** Further columns to show, each with a name that the site gives it. */
      columns: z.array(z.strictObject({ column: Identifier, name: Identifier })).max(20),
    }),
  ),
  zongpais: ask(
    "§2",
    "Which view tells whether a zongpai exists, and what are its columns called?",
    z.strictObject({ relation: Identifier, zongpai: Identifier, quantity: Identifier }),
  ),
  lookupTimeout: ask("§1", "How many milliseconds may one look-up in the ERP take?", z.int().min(50).max(1_200)),
  verifiedFor: ask("§2", "For how many seconds does a verified zongpai stay usable without asking the ERP again?", Seconds),
  copyFor: ask("§2", "For how many seconds may the last good copy of a box's ERP row serve when the ERP is down?", Seconds),
  states: ask(
    "§2",
    "Which words say that the ERP's part of an answer is live, a copy, absent or unavailable?",
    z.strictObject({ live: Identifier, copy: Identifier, absent: Identifier, unavailable: Identifier }),
  ),
});
