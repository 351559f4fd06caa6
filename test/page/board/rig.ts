import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import type { ContextOptions } from "../browser.ts";
import { worker } from "../worker/rig.ts";

/** A stage of a site for the tests of a block, with its board. */
export const board = (choice: string) => {
  const stage = worker(choice);
  /** Opens the page, and waits until its first screen is there and nothing more is asked. */
  const open = async (page: Page, hash = "") => {
    const answered = answersOf(page);
    await page.goto(stage.address("board") + hash);
    await page.locator("[data-test=off-shelf]:not(p.soft:has-text('…'))").waitFor();
    await page.getByTestId("area").first().waitFor();
    await answered();
  };
  return {
    ...stage,
    boardWords: () => {
      const { pages } = stage.site();
      if (!pages) throw new Error("The site has no pages.");
      return pages.words[0].board;
    },
    /** What was asked of the service, without the files of the page. */
    asked: () =>
      stage.requests.filter(({ path }) => {
        const { pathname } = new URL(stage.address(""));
        return !path.startsWith(pathname) || path === `${pathname}me`;
      }),
    open,
    opened: async (options?: ContextOptions) => {
      const page = await stage.newPage(options);
      await open(page);
      return page;
    },
  };
};

/** Types a label into the search, and waits until its value, or else what was typed, is found. */
export const find = async (
  page: Page,
  { typed, value = typed }: { typed: string; value?: string },
): Promise<void> => {
  await page.getByTestId("search").fill(typed);
  await page.keyboard.press("Enter");
  await page
    .locator(".found:not([aria-busy=true]) #found")
    .getByText(value, { exact: true })
    .waitFor();
};

/** Gives what waits until everything is answered that a page asks for from now on. */
export const answersOf = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => open.delete(request));
  return () => expect.poll(() => open.size).toBe(0);
};

/** Has the page ask anew, as it does by itself every 30 seconds. */
export const refresh = (page: Page): Promise<unknown> =>
  page.evaluate("dispatchEvent(new Event('online'))");
