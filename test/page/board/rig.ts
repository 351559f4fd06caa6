import type { Page } from "playwright-core";
import { labelsOf } from "../../../commands/screens/labels.ts";
import { worker } from "../worker/rig.ts";

/** A stage of a site for the tests of a file, with its board in the place of the worker's page. */
export const board = (choice: string) => {
  const { network, stage: place, requests, site, table, address: ofWorker, configure, origin } = worker(choice);
  const address = () => ofWorker().replace(/worker$/, "board");
  const isAsset = ({ path }: { path: string }) => path.startsWith(new URL(address()).pathname.replace(/board$/, ""));
  return {
    network,
    place,
    site,
    table,
    configure,
    address,
    origin,
    /** What was asked of the service, without the files of the page. */
    asked: () => requests.filter((one) => !isAsset(one)),
    forgetAsked: () => requests.splice(0),
    labels: () => labelsOf(site()),
    /** Opens the page, and waits until its first screen is there. */
    open: async (page: Page, hash = "") => {
      await page.goto(address() + hash);
      await page.locator("[data-test=off-shelf]:not(p.soft:has-text('…'))").waitFor();
      await page.locator("[data-test=area]").first().waitFor();
    },
  };
};

/** Has the page ask anew, as it does by itself every 30 seconds. */
export const refresh = (page: Page): Promise<unknown> => page.evaluate("dispatchEvent(new Event('online'))");
