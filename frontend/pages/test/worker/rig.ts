import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { type LocalStage, startStage } from "#infra/local/stage.ts";
import type { StageSettings } from "#infra/local/stage-settings.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteFields, RouteRequests, WriteId } from "#lib/page/requests.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { readHistory } from "#lib/store/history.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { patient } from "../../../../test/support/waits.ts";
import { type Mishap, wayTo } from "../../../../test/support/way-to.ts";
import { browserOfBlock, type ContextOptions, inChromium, phone, watch } from "../browser.ts";
import { isReadyToScan, type Label, spies } from "./steps.ts";

/** The sites on which the worker's page is tested. */
export const sites = [
  { name: "demo", choice: "demo", suffixes: ["Enter", "Tab"] },
  { name: "odd", choice: "test/site/odd-keyless.ts", suffixes: ["Enter"] },
] as const;

/** Labels of one kind: at least six. */
type Row = [Label, Label, Label, Label, Label, Label, ...Label[]];

/** Labels of a site; the demo ERP knows the first 20 goods. */
const labelsOf = ({ formats, scan }: Site, count: number) => {
  const of = (kind: "zongpai" | "boxNo" | "location") => {
    const [source] = scan.unmarked === "gs1" ? scan[kind] : [];
    const labels = moreExamples(formats[kind], count).map((value) => ({
      value,
      typed: source ? source.ai + value.slice(source.before.length) : value,
    }));
    return labels as Row;
  };
  return { goods: of("zongpai"), boxes: of("boxNo"), shelves: of("location") };
};
export type Labels = ReturnType<typeof labelsOf>;

type Passing = { readonly method: string; readonly path: string };

/** `args`: the browser's. */
type Options = Partial<StageSettings> & { readonly args?: readonly string[] };

type Opening = ContextOptions & { readonly prepare?: (page: Page) => Promise<unknown> };

/** A stage of a site behind a network with faults, and a browser, for the tests of a block. */
export const worker = (choice: string, { args, ...settings }: Options = {}) => {
  const browser = browserOfBlock(args);
  const folder = mkdtempSync(join(tmpdir(), "worker-page-"));
  const requests: Passing[] = [];
  const sound = {
    /** The fault of a request, if any. */
    fateOf: (_: Passing & { readonly body: string }): Mishap => undefined,
    /** Edits a file of the pages on its way to the browser. */
    edit: (text: string, _path: string) => text,
    /** Replaces the page's key in every request. */
    key: undefined as string | undefined,
  };
  const network = { ...sound };
  let stage: LocalStage;
  let way: Awaited<ReturnType<typeof wayTo>>;
  let tours = 0;
  const address = (file = "worker") =>
    `${way.url}${stage.site.basePath}${stage.site.pages ? stage.site.pages.path : ""}/${file}`;
  const isEdited = (path: string) =>
    network.edit !== sound.edit &&
    path.startsWith(new URL(address("")).pathname) &&
    !path.endsWith(".wasm");
  beforeAll(async () => {
    stage = await startStage({
      ...{ site: choice, port: 0, dataDir: folder, limits: patient },
      ...settings,
    });
    way = await wayTo(stage.url, {
      meet: (asked, passed) => {
        // Any stage's name before the path leads to this stage.
        asked.target = asked.target.replace(/^\/of-\w+/, "");
        const { method, target: path, body } = asked;
        requests.push({ method, path });
        // The stage answers only to the names of this machine.
        passed.host = "localhost";
        if (isEdited(path)) passed["accept-encoding"] = "identity";
        if (network.key) passed["x-api-key"] = network.key;
        return network.fateOf({ method, path, body });
      },
      change: (answer, { target }) => {
        if (isEdited(target)) answer.body = network.edit(answer.body, target);
      },
    });
  });
  afterAll(async () => {
    way?.stop();
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(() => void Object.assign(network, sound));
  const open = async (page: Page, at = address()) => {
    await page.goto(at);
    await isReadyToScan(page);
  };
  const table = () => openTable({ name: stage.table, endpoint: stage.dynamodb.endpoint });
  const eventsOf = ({ value: zongpai }: Pick<Label, "value">) =>
    readHistory(table(), { zongpai }, deadlineWithin(30_000));
  const otherScanner = () =>
    createClient<RouteRequests>({
      baseUrl: stage.url,
      settings: clientSettings(stage.site),
      storage: memoryStorage(),
      headers: () => localCredentials(stage.site, stage.apiKeys),
    });
  /** The service's answer about a box. */
  const boxOf = async ({ value: box_no }: Label) => {
    const client = otherScanner();
    const outcome = await client.ask("get-box-info", { box_no });
    client.close();
    return outcome.state === "done" ? outcome.answer : undefined;
  };
  /** The goods that a box holds. */
  const contentsOf = async (box: Label) => (await boxOf(box))?.items ?? [];
  /** Sends a write from another scanner, without fields that the site has switched off. Returns how it ended. */
  const save = async <Id extends WriteId>(route: Id, fields: Partial<RouteFields<Id>>) => {
    const { routes } = clientSettings(stage.site);
    const client = otherScanner();
    const taken = Object.entries(fields).filter(([field]) => routes[route]?.takes[field]);
    const ticket = await client.write(route, Object.fromEntries(taken) as RouteFields<Id>);
    const outcome = ticket.state === "queued" ? await ticket.outcome : undefined;
    client.close();
    return outcome?.state;
  };
  const labels = (count = 60) => labelsOf(stage.site, count);
  /** Labels that no other test of the file uses. Only four of the goods are its own. */
  const tourLabels = () => {
    const { goods, boxes, shelves } = labels();
    const from = tours++;
    return {
      goods: goods.slice(4 * from) as Row,
      boxes: boxes.slice(2 * from) as Row,
      shelves: shelves.slice(from) as Row,
      /** Goods that the demo ERP does not know. */
      unknown: goods.at(-1) as Label,
    };
  };
  return {
    network,
    requests,
    /** The requests that can change something. */
    writes: () => requests.filter(({ method }) => method !== "GET"),
    stage: () => stage,
    site: () => stage.site,
    /** The page's texts in the site's language. */
    words: () => {
      if (!stage.site.pages) throw new Error("The site has no pages.");
      const [{ both, worker, workerParts }] = stage.site.pages.words;
      return { ...both, ...worker, ...workerParts };
    },
    origin: () => way.url,
    address,
    labels,
    tourLabels,
    table,
    save,
    boxOf,
    contentsOf,
    place: ({ value: zongpai }: Label, { value: location }: Label) =>
      save("post-trace-location", { zongpai, location }),
    /** Configures all attachments of goods: 3 of the first category, 10 of the second, and no quantity of the others. */
    configure: async ({ value: zongpai }: Label) => {
      const entries = stage.site.attachment.categories.map(({ code: category }, at) => ({
        ...{ category, quantity: [3, 10][at] },
      }));
      if ((await save("put-attachment-config", { zongpai, entries })) !== "done")
        throw new Error(`The attachments of ${zongpai} could not be configured.`);
    },
    /** The history of goods: the place of each move, and the kind of every other event. */
    placesOf: async (label: Pick<Label, "value">) =>
      (await eventsOf(label)).map(({ event }) =>
        event.kind === "moved" ? (event.location ?? "") : event.kind,
      ),
    whoDid: async (label: Pick<Label, "value">) => (await eventsOf(label)).map(({ who }) => who),
    ...browser,
    open,
    /** Opens the page in its own context with a handheld's screen, and records its sounds and vibrations. Adds labels for the test. */
    opened: async ({ prepare, ...options }: Opening = {}) => {
      const page = await browser.newPage({ ...phone, ...options });
      const seen = watch(page);
      await page.addInitScript(spies);
      await prepare?.(page);
      await open(page);
      return { page, seen, ...tourLabels() };
    },
  };
};
export type WorkerStage = ReturnType<typeof worker>;

/** Tests of the pages of a stage in Chromium. */
export const onStage = (title: string, choice: string, tests: (stage: WorkerStage) => void) =>
  inChromium(title, () => tests(worker(choice)));

/** The same on both sites. */
export const onSites = (
  title: string,
  tests: (stage: WorkerStage, site: (typeof sites)[number]) => void,
) => {
  for (const site of sites)
    onStage(`${title} ${site.name}`, site.choice, (stage) => tests(stage, site));
};
