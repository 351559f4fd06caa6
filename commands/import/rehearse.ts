import * as z from "zod/mini";
import { refuseUnknownCategories } from "#lib/domain/attachment.ts";
import { scanInstantOf, scannedPlaceOf } from "#lib/domain/location.ts";
import { Refusal } from "#lib/errors.ts";
import { type ErrorHandler, errorHandlersOf } from "#lib/http/error-handlers.ts";
import { problemsOf, refusalOf } from "#lib/http/problems.ts";
import { errorGroupOf, type Route } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { WriteId } from "#lib/page/requests.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ScannerClient } from "../contract/scanner.ts";
import type { ImportJob, ImportKind } from "./import-jobs.ts";

/** A job that the service refused or would refuse, with the service's message. */
export type RefusedJob = {
  readonly job: ImportJob;
  readonly refusal: { readonly error_code: string; readonly message: string };
};

const ErrorBody = z.object({ error_code: z.string(), message: z.string() });
const DryRun = z.object({
  blocked: z.array(z.object({ category: z.string() })),
});
const ScannedPlacing = z.object({
  location: z.optional(z.string()),
  off_shelf: z.optional(z.boolean()),
  scanned_at: z.optional(z.int()),
});

/** Makes the messages of refusals like the site's service. */
const refusalSentences = (site: Site) => {
  const handlers: Readonly<Record<string, Readonly<Record<string, ErrorHandler>>>> = {
    product: errorHandlersOf("product", site),
    accessory: errorHandlersOf("accessory", site),
  };
  return (id: WriteId, { condition, detail }: Pick<Refusal, "condition" | "detail">) => {
    const handler = handlers[errorGroupOf(v1[id])]?.[condition];
    const body = handler?.({ detail }).body ?? "{}";
    return ErrorBody.parse(JSON.parse(body));
  };
};

/** Makes a check that finds jobs that the service would always refuse, without sending requests. */
export const formatCheckFor = (site: Site) => {
  const wire = wireOf(site);
  const sentenceOf = refusalSentences(site);
  const schemas = new Map<WriteId, ReturnType<Route["input"]>>();
  const check = ({ route, fields, categories }: ImportJob) => {
    const schema = schemas.get(route) ?? v1[route].input(site);
    schemas.set(route, schema);
    const parsed = schema.safeParse(fields);
    if (!parsed.success)
      throw refusalOf(problemsOf(parsed.error.issues, fields, wire, site.accepts));
    const placing = ScannedPlacing.parse(parsed.data);
    if (placing.location !== undefined) scannedPlaceOf(placing, site);
    scanInstantOf(placing, Date.now(), site);
    refuseUnknownCategories(categories, site);
  };
  return (job: ImportJob): RefusedJob[] => {
    if (job.fault !== undefined) return [{ job, refusal: { error_code: "", message: job.fault } }];
    try {
      check(job);
      return [];
    } catch (error) {
      if (error instanceof Refusal) return [{ job, refusal: sentenceOf(job.route, error) }];
      throw error;
    }
  };
};

/** Jobs that repeat the goods or the box item of an earlier line. Scans with an instant may repeat, because the newest counts. */
export const findDoubles = (jobs: readonly ImportJob[]): RefusedJob[] => {
  const firstJobs = new Map<string, ImportJob>();
  return jobs.flatMap((job) => {
    const { quantity, location, off_shelf, ...repeatable } = job.fields as Record<string, unknown>;
    const identity = JSON.stringify(repeatable);
    const earlierJob = firstJobs.get(identity);
    if (!earlierJob) firstJobs.set(identity, job);
    if (!earlierJob || repeatable.scanned_at) return [];
    const message = `This repeats line ${earlierJob.lines[0]?.line}.`;
    return [{ job, refusal: { error_code: "", message } }];
  });
};

type RehearsalAnswer = {
  readonly refused?: readonly RefusedJob[];
  /** Goods that the ERP lacks but the site records anyway. */
  readonly lacking?: readonly string[];
};

/** Requests to the running service that record nothing, each for all jobs of some goods. `notes` say what could not be checked. */
export type RehearsalQuestions = {
  readonly questions: readonly ((
    jobs: readonly ImportJob[],
    zongpai: string,
  ) => Promise<RehearsalAnswer>)[];
  readonly notes: ReadonlySet<string>;
};

export const questionsOf = (
  kind: ImportKind,
  site: Site,
  { ask, write }: ScannerClient,
): RehearsalQuestions => {
  const sentenceOf = refusalSentences(site);
  const { absent, unavailable } = site.erp.states;
  const refusesUnknownGoods =
    kind === "boxes" || (kind === "places" && site.location.unknownGoods === "refuse");
  const notes = new Set<string>();

  const lookUpGoods = async (
    jobs: readonly ImportJob[],
    zongpai: string,
  ): Promise<RehearsalAnswer> => {
    if (jobs[0]?.route === "post-box-location") return {};
    const answer = await ask("get-goods-status", { zongpai });
    const state = typeof answer === "string" ? answer : answer.erp_state;
    if (typeof answer === "string" || state === unavailable)
      notes.add(`Not all goods could be looked up (${state}).`);
    if (state !== absent) return {};
    if (!refusesUnknownGoods) return { lacking: [zongpai] };
    const refusal = { condition: "zongpaiNotFound", detail: { zongpai } } as const;
    const refused = jobs.map((job) => ({ job, refusal: sentenceOf(job.route, refusal) }));
    return { refused };
  };
  const tryConfiguration = async ([job]: readonly ImportJob[]): Promise<RehearsalAnswer> => {
    if (!job) return {};
    const { route, fields } = job;
    const dryRun = { route, fields: { ...fields, dry_run: true } };
    const { refusal, text } = await write(dryRun);
    if (refusal) return { refused: [{ job, refusal }] };
    const { blocked } = DryRun.parse(JSON.parse(text));
    if (blocked.length === 0) return {};
    const detail = { blocked: blocked.map(({ category }) => category).join(", ") };
    const removalRefusal = { condition: "removalRefused", detail } as const;
    return { refused: [{ job, refusal: sentenceOf(route, removalRefusal) }] };
  };
  const looksUpGoods = site.routes.goodsStatus !== false;
  const triesConfigurations = kind === "attachments" && site.extensions.dryRun !== false;
  if (!looksUpGoods)
    notes.add("Goods were not looked up, because the site has no routes.goodsStatus.");
  if (kind === "attachments" && !triesConfigurations)
    notes.add("Configurations were not tried, because the site has no extensions.dryRun.");
  const questions = [looksUpGoods && lookUpGoods, triesConfigurations && tryConfiguration];
  return { questions: questions.filter((question) => question !== false), notes };
};
