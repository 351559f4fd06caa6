import * as z from "zod";
import { StageName } from "./deployment.ts";
import { SecretField } from "./erp.ts";
import { HeaderName } from "./extensions.ts";
import { askQuestion, choiceOf, orFalse, textLike } from "./question.ts";

/** A staging must not send its trials to the address that the live stage has. */
const ReceiverAddress = z.strictObject({
  address: textLike(
    /^https:\/\/[^\s/?#]+(\/[^\s?#]*)?$/,
    'an https address without a query, such as "https://erp.example.org/changes"',
  ),
  stage: StageName,
  header: HeaderName,
  ...SecretField.shape,
});

export const ChangesAnswer = askQuestion(
  "§6",
  "Where is each recorded operation sent, if at all, and does it include the caller's name?",
  orFalse(
    z.strictObject({
      to: z.union([
        choiceOf({
          queue: "a FIFO queue of the stack: operations on the same goods stay in order",
          bus: "an event bus of the stack: in no order, to any number of readers",
        }),
        ReceiverAddress,
      ]),
      who: z.boolean(),
    }),
  ),
  "free",
  { to: "queue", who: false },
  {
    to: {
      address: "https://erp.example.org/changes",
      stage: "live",
      header: "x-api-key",
      secret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
      field: "key",
    },
    who: false,
  },
);
