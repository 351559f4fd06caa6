import { join } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import type { Site } from "#lib/site/schema.ts";
import { makeScratchFolder } from "../cli/scratch-folder.ts";
import { checkErp } from "../erp-check/check-erp.ts";
import type { GoodsAndBox } from "../smoke/pairs.ts";
import { answerLines } from "./answer-lines.ts";
import { sayNotes } from "./say-notes.ts";
import { tryService } from "./try-service.ts";
import { writeTemplate } from "./write-template.ts";

type SiteCheckOptions = {
  /** A profile under `sites/` by its name, or the path of one. */
  readonly choice: string;
  /** The stage whose template is written. */
  readonly stage: string;
  /** Goods and a box that the ERP knows; without them the first of its views. */
  readonly pair?: GoodsAndBox | undefined;
};

/** Characters of a line: those of the terminal, within what is easy to read. */
const lineWidth = (): number => Math.min(120, Math.max(80, process.stdout.columns ?? 100));

/** What is not ready of the service on this machine, in words for "Not ready: …". */
const tryHere = async (
  site: Site,
  { choice, pair: named }: SiteCheckOptions,
  folder: string,
  erpFile: string | undefined,
): Promise<string | undefined> => {
  const found = await checkErp(site, erpFile);
  if (!found.isFaultless) return "its ERP";
  const pair = named ?? found.pair;
  if (!pair) return "its ERP has no goods and no box to try: name some with --goods and --box";
  return (await tryService(site, { choice, pair, folder, erpFile }))
    ? undefined
    : "what failed above";
};

/** The SQLite file in which the site's ERP is on this machine; `undefined` for a server. */
const erpFileIn = (folder: string, site: Site): string | undefined => {
  const own = process.env.ERP_SQLITE;
  if (own) return own;
  if (site.erp.dialect !== "sqlite") return undefined;
  console.log("Note: ERP_SQLITE is not set, so this is the demo's ERP under your names.");
  const file = join(folder, "erp.sqlite");
  seedDemoErp(file, site);
  return file;
};

/**
 * Checks a profile from its answers to the template of a stage, and prints what it finds, with "Ready" or "Not ready" at the end. What it
 * writes is gone when the process ends.
 * @returns what is not ready, in words; empty if the site is ready
 * @throws UsageError or Error of `chooseSite`: there is no such profile, or its answers are wrong
 */
export const checkSiteReady = async (asked: SiteCheckOptions): Promise<string[]> => {
  // The check reports faults itself; the service's log reads its level when it loads.
  process.env.LOG_LEVEL ||= "SILENT";
  const { choice, stage } = asked;
  const site = await chooseSite(choice);
  console.log(`The form of ${site.name}: no fault in the answers.\n`);
  console.log(`${answerLines(site, lineWidth()).join("\n")}\n`);
  sayNotes(site);
  const { folder } = makeScratchFolder("site-check");
  const erpFile = erpFileIn(folder, site);
  const failed = await tryHere(site, asked, folder, erpFile);
  // The template is written in any case: an ERP may be out of this machine's reach.
  const erp = site.erp.dialect === "sqlite" ? erpFile : undefined;
  const deploys = await writeTemplate(site, { choice, stage, erp }, folder);
  if (deploys) {
    // It takes half a second to load, which a wrong form need not wait for.
    const { sayLeftOut } = await import("./say-left-out.ts");
    sayLeftOut(site, stage, folder);
  }
  const erpVariable = process.env.ERP_SQLITE ? `ERP_SQLITE=${process.env.ERP_SQLITE} ` : "";
  const hint = stage === "local" ? "" : " (--stage local, if it is only tried on this machine)";
  const lacking = [
    failed ?? [],
    deploys ? [] : `its stage ${stage} cannot be deployed${hint}`,
  ].flat();
  console.log(
    lacking.length === 0
      ? `\nReady. ${erpVariable}SITE=${choice} npm start runs it here; docs/deploy.md says how it is deployed.`
      : `\nNot ready: ${lacking.join("; ")}.`,
  );
  return lacking;
};
