import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inChromium, phone, watch } from "../browser.ts";
import { startIssuer } from "../issuer.ts";
import { worker } from "./rig.ts";
import {
  count,
  isInstalled,
  isReadyToScan,
  keptBy,
  nothingWaits,
  offline,
  online,
  reload,
  scanned,
  shelve,
  tap,
} from "./steps.ts";

inChromium("the pages of a site with tokens", () => {
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  beforeAll(async () => {
    issuer = await startIssuer();
    issuer.pages = () => [stage.address(), stage.address("board")];
    process.env.TEST_ISSUER = issuer.url;
  });
  afterAll(() => issuer.stop());
  const stage = worker("test/site/signed-in.ts");
  const signIn = async (page: Page, name: string) => {
    await tap(page, "sign-in");
    await page.locator("[name=login]").fill(name);
    await page.locator("[name=password]").fill("any");
    await page.locator("[type=submit]").click();
  };
  const opened = async (name: string) => {
    const page = await stage.newPage({ ...phone, ignoreHTTPSErrors: true });
    await page.goto(stage.address());
    await signIn(page, name);
    await page.locator(".prompt .name").getByText(name, { exact: true }).waitFor();
    expect(page.url()).toBe(stage.address());
    await isReadyToScan(page);
    return { page, seen: watch(page), ...stage.tourLabels() };
  };
  const signOut = async (page: Page) => {
    await page.getByTestId("who").first().click();
    await tap(page, "sign-out");
  };

  /** Long enough that a token reaches the service in time on a busy machine. */
  const short = 15;
  /** Waits until every issued token has expired. */
  const tokensEnd = () => new Promise((resolve) => setTimeout(resolve, (short + 1) * 1_000));

  test("renew an expired token silently after a restart without network", async () => {
    issuer.seconds = short;
    const { page, seen, goods, shelves } = await opened("mara");
    await isInstalled(page);
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await reload(page);
    await isReadyToScan(page);
    expect(await page.locator('[data-test="state"]').getAttribute("data-state")).toBe("offline");
    await scanned(page, "kept", goods[1]);
    await tokensEnd();
    const before = issuer.granted.length;
    issuer.seconds = 3_600;
    await online(page);
    await nothingWaits(page);
    expect(issuer.granted.slice(before)).toEqual(["refresh_token"]);
    for (const label of goods.slice(0, 2)) expect(await stage.whoDid(label)).toEqual(["mara"]);
    expect(seen.complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  });

  test("send a signed-out person's scans when that person signs in again", async () => {
    const { page, goods, shelves } = await opened("mara");
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await signOut(page);
    await expect.poll(() => keptBy(page)).not.toContain("refresh");
    await online(page);
    await signIn(page, "jonas");
    await isReadyToScan(page);
    await page.getByText("Waits for mara to sign in").waitFor();
    await shelve(page, shelves[0], "recorded", goods[1]);
    expect(await count(page, "waiting")).toBe(1);
    await signOut(page);
    await signIn(page, "mara");
    await nothingWaits(page);
    expect(await stage.whoDid(goods[0])).toEqual(["mara"]);
    expect(await stage.whoDid(goods[1])).toEqual(["jonas"]);
  });

  test("ask for a new sign-in after a withdrawn grant, and lose nothing", async () => {
    issuer.seconds = short;
    const { page, goods, shelves } = await opened("mara");
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await issuer.withdraw();
    await tokensEnd();
    await online(page);
    await page.getByTestId("sign-in").waitFor();
    await expect.poll(() => count(page, "waiting")).toBe(1);
    issuer.seconds = 3_600;
    await signIn(page, "mara");
    await nothingWaits(page);
    expect(await stage.whoDid(goods[0])).toEqual(["mara"]);
    await page.locator(".prompt").getByText(shelves[0].value).waitFor();
  });

  test("sign a person in on the board, too", async () => {
    const page = await stage.newPage({ ignoreHTTPSErrors: true });
    await page.goto(stage.address("board"));
    await signIn(page, "boss");
    await page.getByTestId("area").first().waitFor();
    await page.getByText("boss", { exact: true }).waitFor();
  });
});
