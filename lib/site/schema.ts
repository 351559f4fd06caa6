import * as z from "zod";
import { eventLabels } from "../domain/events.ts";
import { type FieldName, fieldMeanings, inputSentences } from "../fields.ts";
import { routeIds } from "../route-ids.ts";
import { BasePath, OriginAnswer, PageAnswers, RouteAnswers } from "./addresses.ts";
import { AttachmentAnswers } from "./attachment.ts";
import { AuthAnswers } from "./auth.ts";
import { ChangesAnswer } from "./changes.ts";
import { DeploymentAnswers } from "./deployment.ts";
import { ErpAnswers } from "./erp.ts";
import { ErrorAnswers } from "./error-answers.ts";
import { ExtensionAnswers, WireName } from "./extensions.ts";
import { FormatAnswers, LocationAnswers } from "./formats.ts";
import { answerForEach, askQuestion, orFalse, textLike, withNote } from "./question.ts";
import { ScanAnswers } from "./scan.ts";

const ShortSentence = z.string().min(1).max(200);
const SuccessStatus = z
  .int()
  .refine(
    (status) => status >= 200 && status < 300 && ![204, 205, 206].includes(status),
    "must be 2xx other than 204 and 205, which have no body, and 206, which is a part of an answer",
  );

/** The site schema: every point that the specification leaves open, with its question. Nothing has a default. */
export const Site = z.strictObject({
  name: askQuestion(
    "§9",
    "What is the name of this deployment in resource names and logs?",
    textLike(
      /^[a-z][a-z0-9-]{0,23}$/,
      'a small letter and up to 23 small letters, digits or hyphens, such as "lager-nord"',
    ),
    "name",
  ),
  basePath: askQuestion(
    "§9",
    "Does each URL path have a prefix, such as a version?",
    BasePath,
    "drain",
    "/v1",
  ),
  routes: RouteAnswers,
  fields: askQuestion(
    "§2",
    "What is the name of each field in requests and answers?",
    answerForEach(Object.keys(fieldMeanings) as FieldName[], WireName),
    "drain",
  ),
  extensions: ExtensionAnswers,
  accepts: askQuestion(
    "§7",
    "Which sentences describe the valid values of a field without a format of its own?",
    answerForEach(Object.keys(inputSentences) as (keyof typeof inputSentences)[], ShortSentence),
    "clients",
  ),
  formats: FormatAnswers,
  location: LocationAnswers,
  scan: ScanAnswers,
  overview: z.strictObject({
    pageSize: askQuestion(
      "§8",
      "How many entries of the overview are on a page?",
      withNote(z.int().min(1).max(200), "a page must be read within the time of a request"),
      "free",
    ),
  }),
  box: z.strictObject({
    beyondOrdered: askQuestion(
      "§4",
      "May workers box more goods than the ordered quantity in the ERP?",
      z.enum(["allow", "refuse"]),
      "repair",
    ),
    pageSize: askQuestion(
      "§8",
      "How many items of a box are on a page?",
      withNote(
        z.int().min(50).max(10_000),
        "an answer must fit into the largest answer of a function",
      ),
      "free",
    ),
    unknownBox: askQuestion(
      "§4",
      "May goods be saved into a box that the ERP does not know?",
      z.enum(["accept", "refuse"]),
      "free",
    ),
  }),
  errors: ErrorAnswers,
  success: askQuestion(
    "§7",
    "Which HTTP status does each successful answer have?",
    answerForEach(routeIds, SuccessStatus),
    "clients",
  ),
  auth: askQuestion(
    "§5",
    "How do callers identify themselves, and which roles may call which routes, if there are roles?",
    AuthAnswers,
    "clients",
    { scheme: "none" },
    { scheme: "iam", allowed: { roles: { scan: ["post-box"] } } },
    {
      scheme: "apiKey",
      keys: ["handheld-01", "desk-01"],
      allowed: {
        roles: { scan: ["post-box"], look: ["get-box-info"] },
        keys: { "handheld-01": "scan", "desk-01": "look" },
      },
    },
    {
      scheme: "jwt",
      issuer: "https://id.example.org",
      audience: "warehouse",
      jwks: "https://id.example.org/keys",
      requiredClaims: { token_use: "access" },
      nameClaims: ["device", "sub"],
      allowed: { roles: { scan: ["post-box"] }, claim: "role" },
      signIn: {
        client: "pages",
        scope: "openid offline_access",
        parameters: { resource: "warehouse" },
        authorize: "https://id.example.org/authorize",
        token: "https://id.example.org/token",
      },
    },
  ),
  erp: ErpAnswers,
  attachment: AttachmentAnswers,
  limits: z.strictObject({
    bodyBytes: askQuestion(
      "§8",
      "How many bytes may a request body have?",
      withNote(z.int().min(256).max(262_144), "the largest configuration needs far less"),
      "clients",
    ),
  }),
  history: z.strictObject({
    did: askQuestion(
      "§4",
      "Which words name each operation in the history, and a late scan that moved nothing?",
      answerForEach(eventLabels, ShortSentence),
      "clients",
    ),
    keepFor: askQuestion(
      "§8",
      "For how many days is an operation stored, as history and receipt, if not for ever?",
      orFalse(
        withNote(
          z.int().min(30).max(3_650),
          "a scan that is sent again later counts again; at most ten years",
        ),
      ),
      "free",
      400,
    ),
  }),
  changes: ChangesAnswer,
  deployment: DeploymentAnswers,
  pages: PageAnswers,
  origin: OriginAnswer,
});

export type Site = z.infer<typeof Site>;
