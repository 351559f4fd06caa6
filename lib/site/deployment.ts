import * as z from "zod";
import { askQuestion, orFalse, textLike } from "./question.ts";

/** Requests per second, and how many more at once (a burst). */
const ThrottleLimit = z.strictObject({
  rate: z.number().positive().max(10_000),
  burst: z.int().positive().max(5_000),
});

export const StageName = textLike(
  /^[a-z][a-z0-9]{0,15}$/,
  'the stage that has it: a small letter and up to 15 more or digits, such as "live"',
);

const StageDomain = z.strictObject({
  name: textLike(
    /^([a-z0-9-]+\.)+[a-z]{2,}$/,
    'a name alone, without scheme or path, such as "scan.example.org"',
  ),
  stage: StageName,
  certificate: textLike(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/,
    'the ARN of a certificate in ACM, such as "arn:aws:acm:eu-central-1:123456789012:certificate/0f8f"',
  ),
});

/** The settings of a site's deployment on AWS that clients notice. The deployment's own settings are in cdk.json. */
export const DeploymentAnswers = z.strictObject({
  throttle: askQuestion(
    "§8",
    "Above how many requests a second, and at once, does the gateway throttle, if not only at the account's limit?",
    orFalse(ThrottleLimit),
    "free",
    { rate: 200, burst: 400 },
  ),
  perCaller: askQuestion(
    "§8",
    "Above how many requests is a single API key throttled, if at all?",
    orFalse(ThrottleLimit),
    "free",
    { rate: 5, burst: 20 },
  ),
  domain: askQuestion(
    "§9",
    "What is the domain name of one stage, and its certificate, if it does not use the gateway's own name?",
    orFalse(StageDomain),
    "clients",
    {
      name: "scan.example.org",
      stage: "live",
      certificate:
        "arn:aws:acm:eu-central-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e",
    },
  ),
});
