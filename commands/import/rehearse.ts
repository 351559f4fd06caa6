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

/** Why the lines of a job would not be, or were not, recorded: the service's sentence. */
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

/** The sentence of a refusal as the site's service gives it. */
const refusalSentences = (site: Site) => {
  const handlers: Readonly<Record<string, Readonly<Record<string, ErrorHandler>>>> = {
    product: errorHandlersOf("product", site),
    accessory: errorHandlersOf("accessory", site),
  };
  return (id: WriteId, { condition, detail }: Pick<Refusal, "condition" | "detail">) =>
    ErrorBody.parse(
      JSON.parse(handlers[errorGroupOf(v1[id])]?.[condition]?.({ detail }).body ?? "{}"),
    );
};

/** Finds, without a request, the job that the service would refuse whatever is recorded. */
export const formatCheckFor = (site: Site) => {
  const wire = wireOf(site);
  const sentenceOf = refusalSentences(site);
  const schemas = new Map<WriteId, ReturnType<Route["input"]>>();
  const check = ({ route, fields, categories }: ImportJob) => {
    const schema = schemas.get(route) ?? v1[route].input(site);
    schemas.set(route, schema);
    const read = schema.safeParse(fields);
    if (!read.success) throw refusalOf(problemsOf(read.error.issues, fields, wire, site.accepts));
    const placing = ScannedPlacing.parse(read.data);
    if (placing.location !== undefined) scannedPlaceOf(placing, site);
    scanInstantOf(placing, Date.now(), site);
    refuseUnknownCategories(categories, site);
  };
  return (job: ImportJob): RefusedJob[] => {
    try {
      check(job);
      return [];
    } catch (error) {
      if (error instanceof Refusal) return [{ job, refusal: sentenceOf(job.route, error) }];
      throw error;
    }
  };
};

/** Lines that say the same goods, or the same item of a box, again; of scans with their instants the newest counts. */
export const findDoubles = (jobs: readonly ImportJob[]): RefusedJob[] => {
  const first = new Map<string, ImportJob>();
  return jobs.flatMap((job) => {
    const { quantity, location, off_shelf, ...same } = job.fields as Record<string, unknown>;
    const known = first.get(JSON.stringify(same));
    if (!known) first.set(JSON.stringify(same), job);
    if (!known || same.scanned_at) return [];
    const message = `Line ${known.lines[0]?.line} has the same already.`;
    return [{ job, refusal: { error_code: "", message } }];
  });
};

type RehearsalAnswer = {
  readonly refused?: readonly RefusedJob[];
  /** Goods that the ERP lacks, where the site records them all the same. */
  readonly lacking?: readonly string[];
};

/** What the running service can be asked without recording anything; each for all jobs of some goods. `notes`: what it could not be asked. */
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
  const inErp = kind === "boxes" || (kind === "places" && site.location.unknownGoods === "refuse");
  const notes = new Set<string>();

  const goods = async (jobs: readonly ImportJob[], zongpai: string): Promise<RehearsalAnswer> => {
    if (jobs[0]?.route === "post-box-location") return {};
    const answer = await ask("get-goods-status", { zongpai });
    const state = typeof answer === "string" ? answer : answer.erp_state;
    if (typeof answer === "string" || state === unavailable)
      notes.add(`Not all goods could be looked up (${state}).`);
    if (state !== absent) return {};
    if (!inErp) return { lacking: [zongpai] };
    const refusal = { condition: "zongpaiNotFound", detail: { zongpai } } as const;
    return { refused: jobs.map((job) => ({ job, refusal: sentenceOf(job.route, refusal) })) };
  };
  const configuration = async ([job]: readonly ImportJob[]): Promise<RehearsalAnswer> => {
    if (!job) return {};
    const { route, fields } = job;
    const { refusal, text } = await write({ route, fields: { ...fields, dry_run: true } });
    if (refusal) return { refused: [{ job, refusal }] };
    const { blocked } = DryRun.parse(JSON.parse(text));
    const detail = { blocked: blocked.map(({ category }) => category).join(", ") };
    const kept = { condition: "removalRefused", detail } as const;
    return detail.blocked ? { refused: [{ job, refusal: sentenceOf(route, kept) }] } : {};
  };
  const served = site.routes.goodsStatus !== false;
  const dryRun = kind === "attachments" && site.extensions.dryRun !== false;
  if (!served) notes.add("Goods were not looked up: the site has no routes.goodsStatus.");
  if (kind === "attachments" && !dryRun)
    notes.add("Configurations were not tried: the site has no extensions.dryRun.");
  return { questions: [...(served ? [goods] : []), ...(dryRun ? [configuration] : [])], notes };
};
