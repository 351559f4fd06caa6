import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Settings } from "#infra/local/settings.ts";
import { startStage } from "#infra/local/stage.ts";
import { patient } from "../../commands/waits.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { browserOfBlock, inChromium } from "./browser.ts";
import { configureIn } from "./tours/save-in.ts";

const key = localCredentials(demo);

type Init = { method?: string; headers?: Record<string, string>; body?: string };

/** A request that the page of another origin sends, and what its script can read of the answer. */
const asked = (page: Page, url: string, init: Init = {}) =>
  page.evaluate(
    async ({ url, init }) => {
      try {
        const response = await fetch(url, init);
        const { status, headers } = response;
        return { status, headers: Object.fromEntries(headers), body: await response.json() };
      } catch (error) {
        return { refused: (error as Error).name };
      }
    },
    { url, init },
  );

/** A stage for one test; gives its address. */
const started = async (settings: Partial<Settings> = {}): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), "other-origin-"));
  const stage = await startStage({ site: "demo", port: 0, dataDir, limits: patient, ...settings });
  onTestFinished(async () => {
    await stage.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  // The first look-up opens the ERP.
  if (!settings.erpSqlite) await configureIn(stage, "PO4-3");
  return stage.url;
};

inChromium("a page of another origin in Chromium", () => {
  const browser = browserOfBlock();
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<title>elsewhere</title>"),
  );
  /** Two names of one server, each an origin of its own. */
  let origins: [string, string];
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    origins = [`http://127.0.0.1:${port}`, `http://warehouse.test:${port}`];
  });
  afterAll(() => server.close().closeAllConnections());

  const opened = async (origin: string) => {
    const page = await browser.newPage();
    await page.goto(origin);
    return page;
  };

  test("sends scans with its key, and reads answers, refusals, what was replayed and the service's time", async () => {
    const [allowed, elsewhere] = origins;
    process.env.TEST_ORIGIN = allowed;
    const url = await started({ site: "test/site/other-origin.ts" });
    const page = await opened(allowed);
    const save = {
      method: "POST",
      headers: {
        ...key,
        "content-type": "application/json",
        "idempotency-key": "0123456789abcdef",
      },
      body: JSON.stringify({ box_no: "BX4", zongpai: "PO4-1", quantity: 1 }),
    };
    expect(await asked(page, `${url}/box`, save)).toMatchObject({
      status: 201,
      headers: { date: expect.stringContaining("GMT") },
    });
    expect(await asked(page, `${url}/box`, save)).toMatchObject({
      status: 201,
      headers: { "idempotency-replayed": "true" },
    });
    const again = { ...save, headers: { ...save.headers, "idempotency-key": "fedcba9876543210" } };
    expect(await asked(page, `${url}/box`, again)).toMatchObject({
      status: 409,
      body: { error_code: "DUPLICATE_BOX_ITEM" },
    });
    // What no function answers: without a key, at an unknown address, with a body that is too large for the gateway.
    expect(await asked(page, `${url}/box/info?box_no=BX4`)).toMatchObject({
      status: 401,
      body: { error_code: "UNAUTHENTICATED" },
    });
    expect(await asked(page, `${url}/nowhere`, { headers: key })).toMatchObject({
      status: 404,
      body: { error_code: "UNKNOWN_ROUTE" },
    });
    const large = { ...save, body: " ".repeat(10 * 1_048_576 + 1) };
    expect(await asked(page, `${url}/box`, large)).toMatchObject({
      status: 413,
      body: { error_code: "BODY_TOO_LARGE" },
    });

    expect(await asked(await opened(elsewhere), `${url}/box`, save)).toEqual({
      refused: "TypeError",
    });
  });

  test("reads when to come again, from any origin where the site answers so, below a stage's prefix too", async () => {
    const url = await started({
      ...{ site: "test/site/odd.ts", erpSqlite: "/nowhere.sqlite", prefix: "/staging" },
    });
    expect(new URL(url).pathname).toBe("/staging");
    for (const origin of origins) {
      const page = await opened(origin);
      const info = `${url}${odd.basePath}/box/info?${encodeURIComponent(odd.fields.box_no)}=${odd.formats.boxNo.example}`;
      const answer = await asked(page, info);
      expect(answer).toMatchObject({
        status: odd.errors.product.erpUnavailable.status,
        headers: { "retry-after": expect.stringMatching(/^\d+$/) },
      });
    }
  });

  test("is not let in on a site that has no other origin", async () => {
    const url = await started();
    const page = await opened(origins[0]);
    expect(await asked(page, `${url}/box/info?box_no=BX4`, { headers: key })).toEqual({
      refused: "TypeError",
    });
  });
});
