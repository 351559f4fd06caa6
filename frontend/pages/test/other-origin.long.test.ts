import { beforeAll, expect, test } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../../sites/demo.ts";
import odd from "../../../test/site/odd.ts";
import { inChromium } from "./browser.ts";
import { worker } from "./worker/rig.ts";

const key = localCredentials(demo);

type Init = { method?: string; headers?: Record<string, string>; body?: string };

inChromium("a page of another origin in Chromium", () => {
  const elsewhere = worker("demo");
  beforeAll(() => {
    process.env.TEST_ORIGIN = elsewhere.origin();
  });
  const stage = worker("test/site/other-origin.ts");
  const prefixed = worker("test/site/odd.ts", {
    ...{ erpSqlite: "/nowhere.sqlite", prefix: "/staging" },
  });
  const unnamed = () => elsewhere.origin().replace("127.0.0.1", "warehouse.test");

  /** Sends requests from a page of an origin. Returns what its script can read of the answers. */
  const from = async (origin: string) => {
    const page = await elsewhere.newPage();
    await page.goto(`${origin}/openapi.json`);
    return (url: string, init: Init = {}) =>
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
  };
  const refused = { refused: "TypeError" };

  test("sends scans with its key, and reads answers, refusals and their headers", async () => {
    const { url } = stage.stage();
    const ask = await from(elsewhere.origin());
    // Warm up: the first look-up opens the ERP.
    await stage.configure(stage.labels().goods[3]);
    const save = (
      id: string,
      body = JSON.stringify({ box_no: "BX4", zongpai: "PO4-1", quantity: 1 }),
    ) => ({
      method: "POST",
      headers: { ...key, "content-type": "application/json", "idempotency-key": id },
      body,
    });
    const first = save("0123456789abcdef");
    expect(await ask(`${url}/box`, first)).toMatchObject({
      status: 201,
      headers: { date: expect.stringContaining("GMT") },
    });
    expect(await ask(`${url}/box`, first)).toMatchObject({
      status: 201,
      headers: { "idempotency-replayed": "true" },
    });
    // The gateway itself answers the last three: no key, an unknown address, and a body that is too large.
    for (const [path, init, status, error_code] of [
      ["/box", save("fedcba9876543210"), 409, "DUPLICATE_BOX_ITEM"],
      ["/box/info?box_no=BX4", {}, 401, "UNAUTHENTICATED"],
      ["/nowhere", { headers: key }, 404, "UNKNOWN_ROUTE"],
      ["/box", save("fedcba9876543210", " ".repeat(10 * 1_048_576 + 1)), 413, "BODY_TOO_LARGE"],
    ] as const)
      expect(await ask(url + path, init)).toMatchObject({ status, body: { error_code } });
    expect(await (await from(unnamed()))(`${url}/box`, first)).toEqual(refused);
  });

  test("reads Retry-After from any origin that the site allows, below a prefix too", async () => {
    const { url } = prefixed.stage();
    expect(new URL(url).pathname).toBe("/staging");
    const info = `${url}${odd.basePath}/box/info?${encodeURIComponent(odd.fields.box_no)}=${odd.formats.boxNo.example}`;
    for (const origin of [elsewhere.origin(), unnamed()])
      expect(await (await from(origin))(info)).toMatchObject({
        status: odd.errors.product.erpUnavailable.status,
        headers: { "retry-after": expect.stringMatching(/^\d+$/) },
      });
  });

  test("is refused by a site that allows no other origin", async () => {
    const ask = await from(unnamed());
    const info = `${elsewhere.stage().url}/box/info?box_no=BX4`;
    expect(await ask(info, { headers: key })).toEqual(refused);
  });
});
