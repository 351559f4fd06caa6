import * as z from "zod";
import { ask } from "./ask.ts";

/** The retention times that CloudWatch Logs has, in days. */
const LogDays = z.union([
  ...([z.literal(1), z.literal(3), z.literal(5), z.literal(7), z.literal(14), z.literal(30), z.literal(60)] as const),
  ...([z.literal(90), z.literal(180), z.literal(365), z.literal(731)] as const),
]);

const Throttle = z.strictObject({
  /** Requests per second, and how many more at once. */
  rate: z.number().positive().max(10_000),
  burst: z.int().positive().max(5_000),
});

const Domain = z.strictObject({
  name: z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/),
  /** The stage that has this name; two stages cannot have the same one. */
  stage: z.string().regex(/^[a-z][a-z0-9]{0,15}$/),
  certificate: z.string().regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/),
});

/** What a site decides about its deployment on AWS, for all of its stages. */
export const Deployment = z.strictObject({
  functions: ask(
    "§9",
    "Has each endpoint a function of its own (`endpoint`; many scanners, rights as narrow as can be), or is there one for all that read, one for all that write and one for all that ask the ERP (`group`; few scanners, who then seldom wait for a start)?",
    z.enum(["endpoint", "group"]),
  ),
  memory: ask(
    "§8",
    "How many megabytes of memory does each function get (its share of a processor grows with them)?",
    z.int().min(256).max(3_008),
  ),
  runtime: ask(
    "§8",
    "Does each deployment take Lambda's newest version of Node 24 (`newest`), or is there one fixed version, named by its ARN?",
    z.union([z.literal("newest"), z.string().regex(/^arn:aws[a-z-]*:lambda:[a-z0-9-]+::runtime:[0-9a-f]{64}$/)]),
  ),
  logDays: ask("§8", "For how many days are logs kept?", LogDays),
  throttle: ask(
    "§8",
    "Beyond how many requests a second, and at once, does the gateway throttle, if the account's own limit is not enough?",
    z.union([z.literal(false), Throttle]),
  ),
  perCaller: ask(
    "§8",
    "Beyond how many requests a second, and at once, is a single API key throttled, where callers have keys and the limit for all is not enough?",
    z.union([z.literal(false), Throttle]),
  ),
  authorizers: ask(
    "§8",
    "Where callers carry tokens, how many may be looked at at the same time, so that strangers with made-up ones cannot use up the account?",
    z.union([z.literal(false), z.int().min(1).max(1_000)]),
  ),
  warmThroughput: ask(
    "§8",
    "How many reads and writes a second must the table take at once from its first morning on, if more than 12,000 and 4,000?",
    z.union([z.literal(false), z.strictObject({ reads: z.int().min(12_000).max(1e6), writes: z.int().min(4_000).max(1e6) })]),
  ),
  domain: ask(
    "§9",
    "Under which domain name, with which certificate, is one stage of the service reached, if not the gateway's own?",
    z.union([z.literal(false), Domain]),
  ),
});
