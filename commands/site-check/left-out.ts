import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { deploymentOf } from "#infra/deployment.ts";
import { docsPath } from "#infra/local/open-files.ts";
import { refuseTakenPath } from "#infra/stack/open-files.ts";
import { templateWithoutCode } from "#infra/stack/template.ts";
import { routesOf } from "#lib/routes.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import { pointAt } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import { type Counts, countsOf } from "../synth/counts.ts";

/** What a site may leave out by the answer `false`, and what each is for. */
export const leftOutAnswers: Readonly<Record<string, string>> = {
  "routes.deleteBox": "takes goods out of a box",
  "routes.history": "what happened to goods, and who did it",
  "routes.refusals": "the refused scans of the last day",
  "routes.counts": "how much is in each area",
  "routes.goodsStatus": "all about one zongpai",
  "routes.boxStatus": "the attachments that a box still misses",
  "routes.move": "moves goods from one box into another",
  "routes.boxLocation": "registers where a box stands",
  "routes.clear": "takes off the map what left",
  "extensions.idempotencyKey": "makes it safe to send a request again",
  "extensions.replayed": "marks an answer that was given before",
  "extensions.refusalValues": "the values of a refusal, for programs",
  "extensions.scannedAt": "the instant of a scan that is sent later",
  "extensions.expectedQuantity": "refuses to correct a stale quantity",
  "extensions.expectedRevision": "refuses to save over a newer configuration",
  "extensions.dryRun": "asks what a write would do",
  "location.offShelfNote": "a note for goods off the shelf",
  "history.keepFor": "deletes operations after some days",
  changes: "sends each operation to another system",
  pages: "the pages for worker and supervisor",
  origin: "lets pages of another origin call",
  "auth.allowed": "roles: who may call what",
  "deployment.throttle": "a limit for all requests",
  "deployment.perCaller": "a limit for each API key",
  "deployment.domain": "a domain name of your own",
};

/** The settings of `cdk.json` that a deployment may leave out; the model is what a local stage has. */
const leftOutSettings = {
  docs: { about: "the page that describes the API, on AWS", model: docsPath },
} as const;

export type Figures = Counts & { readonly operations: number };

export type LeftOut = {
  /** Where the answer is, in the profile or in `cdk.json`. */
  readonly answer: string;
  readonly about: string;
  /** What the stage has more with it, or why it cannot be added alone. */
  readonly adds: Figures | string;
};

const answerAt = (part: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], part);

const withAnswer = <Part>(part: Part, [name = "", ...rest]: string[], answer: unknown): Part => ({
  ...part,
  [name]:
    rest.length === 0 ? answer : withAnswer((part as Record<string, unknown>)[name], rest, answer),
});

/** A role that may call everything, for everybody. */
const oneRole = (site: Site): unknown => {
  const roles = { all: routesOf({ ...site, pages: false }).map(({ id }) => id) };
  const { auth } = site;
  if (auth.scheme === "apiKey")
    return { roles, keys: Object.fromEntries(auth.keys.map((key) => [key, "all"])) };
  return auth.scheme === "jwt" ? { roles, claim: "role" } : { roles };
};

/** Demo's answer, or the form's first example where demo leaves it out, too. */
const usualModel = (path: string): unknown => {
  const parts = path.split(".");
  const answers = [answerAt(demo, parts), ...(pointAt(parts)?.examples ?? [])];
  return answers.find((answer) => answer !== false);
};

const modelOf = (path: string, site: Site, stage: string): unknown => {
  if (path === "auth.allowed") return oneRole(site);
  const model = usualModel(path);
  return path === "deployment.domain" ? { ...(model as object), stage } : model;
};

const deployment = deploymentOf();

const figuresOf = (site: Site, stage: string, folder: string, settings = deployment): Figures => {
  mkdirSync(folder);
  const { resources } = templateWithoutCode({ site, stage, deployment: settings }, folder);
  return { operations: routesOf(site).length, ...countsOf(resources) };
};

const more = (now: Figures, then: Figures): Figures => ({
  operations: then.operations - now.operations,
  functions: then.functions - now.functions,
  alarms: then.alarms - now.alarms,
  resources: then.resources - now.resources,
});

/**
 * What a site leaves out, and what each would add to a stage: its template is made with that one answer more, and counted.
 * @param folder an empty one, for what is written on the way
 */
export const leftOutOf = (site: Site, stage: string, folder: string): LeftOut[] => {
  const now = figuresOf(site, stage, join(folder, "now"));
  const addsTo = (changed: Site, name: string, settings = deployment): Figures | string => {
    const [fault] = faultsOf(changed);
    if (fault) return `${fault[0]}: ${fault[1]}`;
    try {
      refuseTakenPath(changed, settings);
      return more(now, figuresOf(changed, stage, join(folder, name), settings));
    } catch (error) {
      return (error as Error).message;
    }
  };
  const answers = Object.entries(leftOutAnswers).flatMap(([answer, about]) => {
    const path = answer.split(".");
    if (answerAt(site, path) !== false) return [];
    const changed = withAnswer(site, path, modelOf(answer, site, stage));
    return [{ answer, about, adds: addsTo(changed, answer) }];
  });
  const settings = Object.entries(leftOutSettings).flatMap(([name, { about, model }]) =>
    deployment[name as keyof typeof leftOutSettings] === false
      ? [
          {
            answer: `${name} in cdk.json`,
            about,
            adds: addsTo(site, name, { ...deployment, [name]: model }),
          },
        ]
      : [],
  );
  return [...answers, ...settings];
};
