import * as z from "zod";
import { ask, choice, noted, orFalse, text } from "./ask.ts";

/** The retention times that CloudWatch Logs has, in days. */
const LogDays = noted(
  z.literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 731]),
  "the times that CloudWatch has",
);

const Throttle = z.strictObject({
  /** Requests per second, and how many more at once. */
  rate: noted(z.number().positive().max(10_000), "a second; API Gateway's own most"),
  burst: noted(z.int().positive().max(5_000), "at once; API Gateway's own most"),
});

const Domain = z.strictObject({
  name: text(
    /^([a-z0-9-]+\.)+[a-z]{2,}$/,
    'a name alone, without scheme or path, such as "scan.example.org"',
  ),
  /** The stage that has this name; two stages cannot have the same one. */
  stage: text(
    /^[a-z][a-z0-9]{0,15}$/,
    'the stage that has the name: a small letter and up to 15 more or digits, such as "live"',
  ),
  certificate: text(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/,
    'the ARN of a certificate in ACM, such as "arn:aws:acm:eu-central-1:123456789012:certificate/0f8f"',
  ),
});

/** What a site decides about its deployment on AWS, for all of its stages. */
export const Deployment = z.strictObject({
  functions: ask(
    "§9",
    "Has each endpoint a function of its own, or do several share one?",
    choice({
      endpoint: "one each: many scanners, rights as narrow as can be",
      group:
        "one for all that read, one for all that write and one for all that ask the ERP: few scanners, who then seldom wait for a start",
    }),
    "free",
  ),
  memory: ask(
    "§8",
    "How many megabytes of memory does each function get (its share of a processor grows with them)?",
    noted(
      z.int().min(256).max(3_008),
      "less starts too slowly; more needs a request to AWS in a new account",
    ),
    "free",
  ),
  runtime: ask(
    "§8",
    "Does each deployment take Lambda's newest version of Node 24, or is there one fixed version?",
    z.union([
      noted(z.literal("newest"), "made anew when the runtime changes"),
      text(
        /^arn:aws[a-z-]*:lambda:[a-z0-9-]+::runtime:[0-9a-f]{64}$/,
        'the ARN of a version, such as "arn:aws:lambda:eu-central-1::runtime:" and 64 hexadecimal digits',
      ),
    ]),
    "free",
    `arn:aws:lambda:eu-central-1::runtime:${"0a1b2c3d".repeat(8)}`,
  ),
  logDays: ask("§8", "For how many days are logs kept?", LogDays, "free"),
  throttle: ask(
    "§8",
    "Beyond how many requests a second, and at once, does the gateway throttle, if the account's own limit is not enough?",
    orFalse(Throttle),
    "free",
    { rate: 200, burst: 400 },
  ),
  perCaller: ask(
    "§8",
    "Beyond how many requests a second, and at once, is a single API key throttled, where callers have keys and the limit for all is not enough?",
    orFalse(Throttle),
    "free",
    { rate: 5, burst: 20 },
  ),
  authorizers: ask(
    "§8",
    "Where callers carry tokens, how many may be looked at at the same time, so that strangers with made-up ones cannot use up the account?",
    orFalse(noted(z.int().min(1).max(1_000), "an account's own limit")),
    "free",
    50,
  ),
  warmThroughput: ask(
    "§8",
    "How many reads and writes a second must the table take at once from its first morning on, if more than 12,000 and 4,000?",
    orFalse(
      noted(
        z.strictObject({
          reads: z.int().min(12_000).max(1e6),
          writes: z.int().min(4_000).max(1e6),
        }),
        "DynamoDB takes 12,000 and 4,000 anyway, and never lowers it again",
      ),
    ),
    "free",
    { reads: 12_000, writes: 8_000 },
  ),
  domain: ask(
    "§9",
    "Under which domain name, with which certificate, is one stage of the service reached, if not the gateway's own?",
    orFalse(Domain),
    "clients",
    {
      name: "scan.example.org",
      stage: "live",
      certificate:
        "arn:aws:acm:eu-central-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e",
    },
  ),
});
